import type { IncomingMessage } from 'node:http'
import { counted } from '../messages/faults.ts'
import type { Caller } from './accounts/authenticate.ts'
import { demandRights } from './accounts/key-events.ts'
import { addressOf } from './admission/addresses.ts'
import type { Admitted, Announced } from './admission/admitted.ts'
import type { ApiContext } from './context.ts'
import type { Exchange } from './http/exchange.ts'
import { ProblemSignal, tryAgain } from './http/exchange.ts'
import { jsonBodyBytes } from './http/read-body.ts'
import type { Route } from './route.ts'

/** Everything that happens to a request before anything of its body is read. */
interface AtDoor {
  readonly route: Route
  readonly context: ApiContext
}

/** 1. who calls; 2. how often; 3. if he may. */
export async function callerOf(
  { route, context }: AtDoor,
  exchange: Exchange,
): Promise<Caller | null> {
  if (route.auth === 'public') return null
  const enter = context.admission.knock()
  if (!enter) {
    exchange.hangUpAfterwards()
    throw tryAgain('Too many calls are being answered.')
  }
  try {
    const caller = await context.authentication.authenticate(exchange, route.auth)
    limitRate(context, exchange, caller.accountId)
    if (caller.key) demandRights(context, exchange, { caller, route })
    return caller
  } finally {
    enter()
  }
}

/** 4. whether there is room for it. */
export function admit(
  { route, context }: AtDoor,
  exchange: Exchange,
  caller: Caller | null,
): Admitted {
  const owner = { address: addressOf(exchange), accountId: caller?.accountId ?? null }
  const admitted = context.admission.admit(owner, announcedOf(route, exchange.request))
  if (!(admitted instanceof ProblemSignal)) return admitted
  exchange.hangUpAfterwards()
  throw admitted
}

function announcedOf({ body }: Route, { headers }: IncomingMessage): Announced {
  if (body?.streamed) return { type: 'upload' }
  const declared = headers['content-length']
  if (declared === undefined && headers['transfer-encoding'] === undefined) return nothing
  const bytes = declared === undefined ? null : Number(declared)
  return { type: 'bytes', declared: bytes, limitBytes: jsonBodyBytes }
}

const nothing: Announced = { type: 'none' }

/** All keys and sessions of an account share its rate: more keys are not more calls. */
function limitRate(context: ApiContext, exchange: Exchange, accountId: string): void {
  const perSecond = context.config.rateLimitPerSecond
  const { allowed, remaining, retryAfter } = context.limits.calls.take(accountId)
  exchange.set({
    'RateLimit-Policy': `"calls";q=${perSecond};w=1`,
    RateLimit: `"calls";r=${remaining};t=${allowed ? 1 : retryAfter}`,
  })
  if (allowed) return
  const detail = `This account may make ${counted(perSecond, 'call')} a second. Wait ${retryAfter} s.`
  const headers = { 'Retry-After': String(retryAfter) }
  throw new ProblemSignal('too_many_requests', { detail, headers })
}
