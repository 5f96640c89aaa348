import type { IncomingMessage } from 'node:http'
import { counted } from '../messages/faults.ts'
import type { Caller } from './accounts/callers/find-callers.ts'
import { callerByTicket } from './accounts/callers/tickets.ts'
import { demandRights } from './accounts/key-events.ts'
import { addressOf, tooMany } from './admission/addresses.ts'
import type { Admitted, Announced } from './admission/admitted.ts'
import type { Taken } from './admission/rates/token-buckets.ts'
import type { ApiContext } from './context.ts'
import type { Exchange } from './http/exchange.ts'
import { ProblemSignal, tryAgain } from './http/exchange.ts'
import { jsonBodyBytes } from './http/read-body.ts'
import type { Access, Route } from './route.ts'

/** Everything that happens to a request before anything of its body is read. */
interface AtDoor {
  readonly route: Route
  readonly context: ApiContext
}

/**
 * 1. who calls; 2. how often; 3. if he may. Strangers wait for their turn before that, and who asks
 * on without credits after it.
 */
export async function callerOf(at: AtDoor, exchange: Exchange): Promise<Caller | null> {
  const { route, context } = at
  if (route.auth === 'public') {
    await context.strangers.turn(route.vital ? 'vital' : 'others')
    return null
  }
  const ticket = ticketOf(route, exchange)
  const find =
    ticket === null ? byHeader(context, exchange, route.auth) : byTicket(at, exchange, ticket)
  if (context.authentication.hasSeen(exchange)) {
    const caller = await lookUp(at, exchange, { find, isKnown: true })
    if (route.paid) await context.unpaid.turn(caller.accountId, exchange.request.socket)
    return caller
  }
  await context.strangers.turn('others')
  try {
    return await lookUp(at, exchange, { find, isKnown: false })
  } catch (error) {
    throw await refusalOf(context, exchange, error)
  }
}

type Find = () => Promise<Caller>

function byHeader(
  { authentication }: ApiContext,
  exchange: Exchange,
  kind: Exclude<Access, 'public'>,
): Find {
  return () => authentication.authenticate(exchange, kind)
}

/** Null where there is a header: that one counts, and the ticket is not used up. */
function ticketOf({ ticketed }: Route, exchange: Exchange): string | null {
  if (!ticketed || exchange.header('authorization') !== undefined) return null
  return exchange.query?.get('ticket') ?? null
}

function byTicket({ context }: AtDoor, { path }: Exchange, ticket: string): Find {
  return async () => {
    const caller = await callerByTicket(context.runtime().pool, ticket, path)
    if (caller) return caller
    const detail = 'The ticket has been used, is older than a minute, or is for another address.'
    throw new ProblemSignal('unauthenticated', detail)
  }
}

interface LookUpAsked {
  readonly find: Find
  readonly isKnown: boolean
}

async function lookUp(
  { route, context }: AtDoor,
  exchange: Exchange,
  { find, isKnown }: LookUpAsked,
): Promise<Caller> {
  const leave = context.admission.knock(isKnown)
  if (!leave) {
    exchange.hangUpAfterwards()
    throw tryAgain('Too many calls are being answered.')
  }
  try {
    const caller = await find()
    limitRate(context, exchange, caller)
    if (caller.key) demandRights(context, exchange, { caller, route })
    return caller
  } finally {
    leave()
  }
}

/**
 * An address has some tries with keys that nobody has. Beyond them, and where too many are looked
 * up already, the answer is held back: who floods waits, and good keys of the same address do not,
 * for they are looked up before anybody is refused.
 */
async function refusalOf(
  { limits, strangers }: ApiContext,
  exchange: Exchange,
  error: unknown,
): Promise<unknown> {
  const code = error instanceof ProblemSignal ? error.code : null
  if (code !== 'unauthenticated' && code !== 'unavailable') return error
  const tried = code === 'unauthenticated' ? limits.unknownKeys.take(addressOf(exchange)) : null
  if (tried?.allowed) return error
  await strangers.holdBack(exchange.request.socket)
  return tried ? tooMany('Too many calls without a good key.', tried.retryAfter) : error
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

/**
 * All keys and sessions of an account share its rate: more keys are not more calls. A key may have
 * one of its own beneath it, which is taken first: who is beyond that spends nothing of the others.
 */
function limitRate(context: ApiContext, exchange: Exchange, caller: Caller): void {
  const perSecond = context.config.rateLimitPerSecond
  const { keyId } = caller
  const { callsPerSecond: ofKey } = caller.rights
  if (keyId !== null && ofKey !== null && ofKey < perSecond) {
    const taken = context.limits.keyCalls(ofKey).take(keyId)
    if (!taken.allowed) throw tooFast(exchange, { who: 'key', perSecond: ofKey, taken })
  }
  const taken = context.limits.calls.take(caller.accountId)
  if (!taken.allowed) throw tooFast(exchange, { who: 'account', perSecond, taken })
  tellRate(exchange, { who: 'account', perSecond, taken })
}

interface Rated {
  readonly who: 'key' | 'account'
  readonly perSecond: number
  readonly taken: Taken
}

function tellRate(exchange: Exchange, { who, perSecond, taken }: Rated): void {
  const { allowed, remaining, retryAfter } = taken
  const name = who === 'key' ? 'key' : 'calls'
  exchange.set({
    'RateLimit-Policy': `"${name}";q=${perSecond};w=1`,
    RateLimit: `"${name}";r=${remaining};t=${allowed ? 1 : retryAfter}`,
  })
}

function tooFast(exchange: Exchange, rated: Rated): ProblemSignal {
  tellRate(exchange, rated)
  const { who, perSecond, taken } = rated
  const detail = `This ${who} may make ${counted(perSecond, 'call')} a second.`
  return tooMany(detail, taken.retryAfter)
}
