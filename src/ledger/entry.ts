import { z } from 'zod'
import { canonical, sha256 } from './canonical.ts'
import { keysOf } from './keys-of.ts'
import { calls } from './prices.ts'

/**
 * One entry of an account's ledger, in the one form that it has on the log, over HTTP and in
 * exports. The moves of each type stand in `decide.ts`; an auditor folds the deltas without knowing
 * any type.
 */
const hex64 = z.string().regex(/^[0-9a-f]{64}$/)
const call = z.enum(calls)
const cents = z.int().nonnegative()

/** A job's chunk is paid out of the job's reservation. Chunks count from 1. */
const ofJob = { job_id: z.string().optional(), chunk: z.int().positive().optional() }

/** An operator's adjustment: who made it, and why. */
const adjustment = { amount_cents: cents, reason: z.string(), by: z.string() }

const detailsByType = {
  AccountOpened: z.looseObject({}),
  CreditsPurchased: z.looseObject({
    order_id: z.string(),
    provider: z.string(),
    provider_event_id: z.string().optional(),
    amount_cents: cents,
  }),
  CallCharged: z.looseObject({
    call,
    items: z.int().positive(),
    unit_price_cents: cents,
    free_calls_used: cents,
    charged_cents: cents,
    request_id: z.string(),
    result_sha256: hex64,
    ...ofJob,
  }),
  CallNotCharged: z.looseObject({
    call,
    items: z.literal(0),
    reason: z.enum(['not_found', 'below_min_confidence', 'nothing_to_charge', 'failed']),
    request_id: z.string(),
    result_sha256: hex64,
    ...ofJob,
  }),
  ChargeRefused: z.looseObject({
    call,
    items: z.int().positive(),
    required_cents: cents,
    available_cents: cents,
    reason: z.literal('insufficient_credits'),
  }),
  CreditsReserved: z.looseObject({
    job_id: z.string(),
    items: z.int().nonnegative(),
    cents,
    free_calls: cents,
  }),
  CreditsRefunded: z.looseObject({
    order_id: z.string(),
    provider: z.string(),
    provider_event_id: z.string(),
    amount_cents: cents,
    taken_cents: cents,
    debt_cents: cents,
  }),
  CreditsReturned: z.looseObject({
    order_id: z.string(),
    provider: z.string(),
    provider_event_id: z.string(),
    amount_cents: cents,
  }),
  DebtPaid: z.looseObject({ paid_cents: cents, debt_cents: cents }),
  CreditsGranted: z.looseObject(adjustment),
  CreditsRevoked: z.looseObject({ ...adjustment, taken_cents: cents }),
  AccountClosed: z.looseObject({
    forfeited_cents: cents,
    forfeited_free_calls: cents,
    /** The debt that stays. */
    debt_cents: cents,
  }),
  ReservationReleased: z.looseObject({
    job_id: z.string(),
    cents,
    free_calls: cents,
    reason: z.enum(['finished', 'cancelled', 'failed']),
  }),
}

export type EntryType = keyof typeof detailsByType
export const entryTypes = keysOf(detailsByType)

const common = {
  account_id: z.string(),
  seq: z.int().positive(),
  type: z.string(),
  at: z.iso.datetime({ precision: 3 }),
  command_id: z.string(),
  credits_delta_cents: z.int(),
  free_calls_delta: z.int(),
  reserved_delta_cents: z.int(),
  balance_cents: cents,
  free_calls_remaining: cents,
  reserved_cents: cents,
  details: z.looseObject({}),
  prev_hash: hex64,
  hash: hex64,
}

function entryOf<T extends EntryType>(type: T) {
  return z.looseObject({ ...common, type: z.literal(type), details: detailsByType[type] })
}

export const entrySchema = z.discriminatedUnion('type', [
  entryOf('AccountOpened'),
  entryOf('CreditsPurchased'),
  entryOf('CallCharged'),
  entryOf('CallNotCharged'),
  entryOf('ChargeRefused'),
  entryOf('CreditsReserved'),
  entryOf('ReservationReleased'),
  entryOf('CreditsRefunded'),
  entryOf('CreditsReturned'),
  entryOf('DebtPaid'),
  entryOf('CreditsGranted'),
  entryOf('CreditsRevoked'),
  entryOf('AccountClosed'),
])

export type Entry = z.infer<typeof entrySchema>

/**
 * An entry as it may stand on the log, where another release may have written it: members and types
 * that this one does not know are kept as they are, or the entry would no longer fit its hash, and
 * whoever folds deltas need not know a type.
 */
export const loggedEntrySchema = z.union([
  entrySchema,
  z.looseObject({
    ...common,
    type: z.string().refine((type) => !(type in detailsByType)),
    details: z.looseObject({}),
  }),
]) as z.ZodType<Entry> // as: an unknown type is handled like any that moves what its deltas say.

export type EntryOf<T extends EntryType> = Extract<Entry, { readonly type: T }>

/** `prev_hash` of entry 1. */
export const zeroHash = '0'.repeat(64)

/** SHA-256 over the canonical form of the entry without its hash. */
export function hashOf(entry: Omit<Entry, 'hash'>): string {
  return sha256(canonicalEntry(entry))
}

/** The receipt that a paid response carries in `Ledger-Entry`. */
export function receiptOf(entry: Pick<Entry, 'seq' | 'hash'>): string {
  return `${entry.seq};${entry.hash}`
}

/**
 * The canonical form written out by hand: an entry's keys are known and few, and this runs once per
 * call. A test holds it equal to the general form.
 */
function canonicalEntry(entry: Omit<Entry, 'hash'>): string {
  return (
    `{"account_id":${JSON.stringify(entry.account_id)},"at":"${entry.at}"` +
    `,"balance_cents":${entry.balance_cents},"command_id":${JSON.stringify(entry.command_id)}` +
    `,"credits_delta_cents":${entry.credits_delta_cents},"details":${canonical(entry.details)}` +
    `,"free_calls_delta":${entry.free_calls_delta}` +
    `,"free_calls_remaining":${entry.free_calls_remaining},"prev_hash":"${entry.prev_hash}"` +
    `,"reserved_cents":${entry.reserved_cents}` +
    `,"reserved_delta_cents":${entry.reserved_delta_cents},"seq":${entry.seq}` +
    `,"type":"${entry.type}"}`
  )
}
