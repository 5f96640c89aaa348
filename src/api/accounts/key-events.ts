import { timestamp } from '../../clock.ts'
import { addressOf } from '../admission/addresses.ts'
import type { ApiContext } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { ProblemSignal } from '../http/exchange.ts'
import { authorize } from '../keys/authorize.ts'
import type { AccountEventType } from './account-events.ts'
import { recordAccountEvent } from './account-events.ts'
import type { Caller } from './callers/find-callers.ts'

type KeyEvent = Extract<AccountEventType, `key_${string}` | `refused_${string}`>

interface Told {
  readonly caller: Caller
  /** Which key it is about; the caller's own if left out. */
  readonly keyId?: string
  readonly detail?: string
}

/** For the security log of the account. Nobody waits for it, and it cannot fail. */
export function tellOfKey(
  context: ApiContext,
  exchange: Exchange,
  type: KeyEvent,
  { caller, keyId, detail }: Told,
): void {
  const { accountId, keyId: own } = caller
  const place = { accountId, at: timestamp(), address: addressOf(exchange) }
  void recordAccountEvent(context.runtime().pool, {
    ...place,
    type,
    keyId: keyId ?? own,
    detail: detail ?? null,
  })
}

/** How the log calls a refusal. Test keys are refused by what they are, which is no event. */
const refusals: Readonly<Record<string, KeyEvent>> = {
  insufficient_scope: 'refused_scope',
  address_refused: 'refused_address',
  key_cap_reached: 'refused_cap',
}

/** Tells the owner when his key is refused something; `problem` is then to be thrown. */
export function tellOfRefusal(
  context: ApiContext,
  exchange: Exchange,
  { caller, problem }: { readonly caller: Caller; readonly problem: ProblemSignal },
): void {
  const type = refusals[problem.code]
  const scope = problem.options.members?.required_scope
  const detail = scope === undefined ? problem.options.detail : `needs ${scope}`
  if (type) tellOfKey(context, exchange, type, { caller, detail })
}

/** 403, which the owner hears of, unless the caller may call the route from here. */
export function demandRights(
  context: ApiContext,
  exchange: Exchange,
  { caller, route }: { readonly caller: Caller; readonly route: Parameters<typeof authorize>[2] },
): void {
  try {
    authorize(exchange, caller.key, route)
  } catch (error) {
    if (error instanceof ProblemSignal) tellOfRefusal(context, exchange, { caller, problem: error })
    throw error
  }
}
