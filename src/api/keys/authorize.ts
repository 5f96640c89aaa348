import { addressOf } from '../admission/addresses.ts'
import type { Exchange } from '../http/exchange.ts'
import { ProblemSignal } from '../http/exchange.ts'
import type { FoundKey } from './find-keys.ts'
import type { Rights, Scope } from './rights.ts'
import { excessOf } from './rights.ts'

/** The facts that decide whether a key may call a route. */
interface Guarded {
  readonly scope?: Scope | 'any'
  readonly paid?: boolean
}

/** 403 unless the key may be used from here, and for this. Sessions may call whatever keys may. */
export function authorize(exchange: Exchange, key: FoundKey | null, route: Guarded): void {
  if (!key) return
  if (key.admits && !key.admits(addressOf(exchange))) throw addressRefused(addressOf(exchange))
  const { scope } = route
  if (scope === 'any') return
  if (key.isTest && !answersTests(route)) throw liveKeyNeeded()
  // A route that names no scope is open to no key: what was forgotten is not given away.
  if (!scope || !key.rights.scopes.includes(scope)) throw lacksScope(scope ?? 'session')
}

/** The calls that examples answer. */
function answersTests({ scope, paid }: Guarded): boolean {
  return scope === 'enrich' && paid === true
}

function lacksScope(scope: string): ProblemSignal {
  return new ProblemSignal('insufficient_scope', {
    detail: `This key lacks the scope "${scope}". Use a key that has it, or a session.`,
    members: { required_scope: scope },
  })
}

const excesses = {
  expiry: 'live longer than it does',
  cap: 'spend more than it may, or from another purse',
  rate: 'call faster than it may',
  addresses: 'be used from where it may not be',
} as const

/** Keys that spend under one cap have one purse. */
interface Purses {
  readonly other: string
  readonly own: string | null
}

/** 403 when a key is about to make, replace or end one that may do more than itself. */
export function demandNotMore(rights: Rights, own: Rights, purses?: Purses): void {
  const isCapped = own.monthlyCapCents !== null
  const elsewhere = isCapped && purses !== undefined && purses.other !== purses.own
  const excess = elsewhere ? { type: 'cap' as const } : excessOf(rights, own)
  if (!excess) return
  if (excess.type === 'scope') throw lacksScope(excess.scope)
  const detail = `The other key could ${excesses[excess.type]}. Use a session.`
  throw new ProblemSignal('more_than_own_key', `This key may not do that. ${detail}`)
}

function addressRefused(address: string): ProblemSignal {
  const detail = `This key may be used from certain addresses only, and ${address} is none of them.`
  return new ProblemSignal('address_refused', detail)
}

function liveKeyNeeded(): ProblemSignal {
  const detail =
    'A test key answers the calls under POST /enrich from a table of examples, and does nothing ' +
    'else. Jobs, and all that belongs to the account, need a live key.'
  return new ProblemSignal('live_key_needed', detail)
}
