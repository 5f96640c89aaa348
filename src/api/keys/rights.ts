import type { Range } from './ranges.ts'
import { isWithin } from './ranges.ts'

/** Each part of the service that a key may be let into, or not. */
export const scopes = ['enrich', 'jobs', 'read', 'buy', 'manage'] as const

export type Scope = (typeof scopes)[number]

/** For keys that are made without a word about it. */
export const usualScopes: readonly Scope[] = ['enrich', 'jobs', 'read']

/** Everything that a caller may do, and how much; null: without that limit. */
export interface Rights {
  readonly scopes: readonly Scope[]
  /** In milliseconds of the epoch. */
  readonly expiresAt: number | null
  readonly monthlyCapCents: number | null
  /** Beneath the rate of the account. */
  readonly callsPerSecond: number | null
  /** As ranges in their one form: `192.0.2.0/24`. */
  readonly allowedAddresses: readonly Range[] | null
}

/** The rights of the holder in a session, and of the key that registration gives. */
export const allRights: Rights = {
  scopes,
  expiresAt: null,
  monthlyCapCents: null,
  callsPerSecond: null,
  allowedAddresses: null,
}

/** Wishes for a new key: whatever is left out is as its maker has it, the scopes at most usual. */
export interface WantedRights {
  readonly scopes?: readonly Scope[] | undefined
  readonly expiresAt?: number | undefined
  readonly monthlyCapCents?: number | undefined
  readonly callsPerSecond?: number | undefined
  readonly allowedAddresses?: readonly Range[] | undefined
}

export function rightsFrom(maker: Rights, wanted: WantedRights): Rights {
  const usual = usualScopes.filter((scope) => maker.scopes.includes(scope))
  return {
    scopes: wanted.scopes ? scopes.filter((scope) => wanted.scopes?.includes(scope)) : usual,
    expiresAt: wanted.expiresAt ?? maker.expiresAt,
    monthlyCapCents: wanted.monthlyCapCents ?? maker.monthlyCapCents,
    callsPerSecond: wanted.callsPerSecond ?? maker.callsPerSecond,
    allowedAddresses: wanted.allowedAddresses ?? maker.allowedAddresses,
  }
}

/** In which way `rights` go beyond those of `own`; null when they do not. */
export type Excess =
  | { readonly type: 'scope'; readonly scope: Scope }
  | { readonly type: 'expiry' | 'cap' | 'rate' | 'addresses' }

export function excessOf(rights: Rights, own: Rights): Excess | null {
  const scope = rights.scopes.find((each) => !own.scopes.includes(each))
  if (scope) return { type: 'scope', scope }
  if (isAbove(rights.expiresAt, own.expiresAt)) return { type: 'expiry' }
  if (isAbove(rights.monthlyCapCents, own.monthlyCapCents)) return { type: 'cap' }
  if (isAbove(rights.callsPerSecond, own.callsPerSecond)) return { type: 'rate' }
  const { allowedAddresses: outer } = own
  if (outer === null) return null
  const inside = rights.allowedAddresses?.every((range) =>
    outer.some((one) => isWithin(range, one)),
  )
  return inside ? null : { type: 'addresses' }
}

/** Null is no limit at all. */
function isAbove(limit: number | null, other: number | null): boolean {
  return other !== null && (limit === null || limit > other)
}
