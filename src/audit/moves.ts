import type { Entry } from '../ledger/entry.ts'

/**
 * The moves that an entry of a documented type may make, given its details. Later types are only
 * folded: whoever audits need not know them.
 */
export function wrongMove(entry: Entry): string | null {
  const rule = rules.get(entry.type)
  return rule ? rule(entry, entry.details) : null
}

/** Numbers carry their value; other members are only known to be present. */
type Details = Readonly<Record<string, unknown>>
type Rule = (entry: Entry, details: Details) => string | null

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['AccountOpened', opened],
  ['CreditsPurchased', purchased],
  ['CallCharged', charged],
  ['CallNotCharged', nothing],
  ['ChargeRefused', nothing],
  ['CreditsReserved', reserved],
  ['ReservationReleased', released],
  ['CreditsRefunded', taken],
  ['CreditsRevoked', taken],
  ['DebtPaid', (entry, { paid_cents: paid }) => takes(entry, paid)],
  ['CreditsReturned', purchased],
  ['CreditsGranted', purchased],
  ['AccountClosed', closed],
])

function opened(entry: Entry): string | null {
  if (entry.seq !== 1) return 'an account is opened by its entry 1'
  return moves(entry, { credits: 0, freeCalls: entry.free_calls_delta, reserved: 0 })
}

function purchased(entry: Entry, { amount_cents: amount }: Details): string | null {
  return moves(entry, { credits: amount, freeCalls: 0, reserved: 0 })
}

/** The money and free calls of a job's chunk were set aside before. */
function charged(entry: Entry, details: Details): string | null {
  const { items, free_calls_used: free, unit_price_cents: price, charged_cents: cents } = details
  if (Number(cents) !== (Number(items) - Number(free)) * Number(price)) {
    return 'charged_cents is not the price of the items'
  }
  return 'job_id' in details
    ? moves(entry, { credits: 0, freeCalls: 0, reserved: -Number(cents) })
    : moves(entry, { credits: -Number(cents), freeCalls: -Number(free), reserved: 0 })
}

function nothing(entry: Entry): string | null {
  return moves(entry, { credits: 0, freeCalls: 0, reserved: 0 })
}

function reserved(entry: Entry, { cents, free_calls: free }: Details): string | null {
  return moves(entry, { credits: -Number(cents), freeCalls: -Number(free), reserved: cents })
}

function released(entry: Entry, { cents, free_calls: free }: Details): string | null {
  return moves(entry, { credits: cents, freeCalls: free, reserved: -Number(cents) })
}

function taken(entry: Entry, { taken_cents: cents }: Details): string | null {
  return takes(entry, cents)
}

function closed(entry: Entry, { forfeited_cents: cents, forfeited_free_calls: free }: Details) {
  if (entry.balance_cents !== 0 || entry.free_calls_remaining !== 0 || entry.reserved_cents !== 0) {
    return 'something stands on an account that is closed'
  }
  return moves(entry, { credits: 0 - Number(cents), freeCalls: 0 - Number(free), reserved: 0 })
}

function takes(entry: Entry, cents: unknown): string | null {
  return moves(entry, { credits: 0 - Number(cents), freeCalls: 0, reserved: 0 })
}

interface Moves {
  readonly credits: unknown
  readonly freeCalls: unknown
  readonly reserved: unknown
}

function moves(entry: Entry, due: Moves): string | null {
  const same =
    entry.credits_delta_cents === Number(due.credits) &&
    entry.free_calls_delta === Number(due.freeCalls) &&
    entry.reserved_delta_cents === Number(due.reserved)
  return same ? null : `a ${entry.type} with these details moves something else`
}
