import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { z } from 'zod'
import type { LoggedRecord } from './log.ts'

// The package is CommonJS and its types say otherwise; as: it gives text for every JSON value.
const canonicalize = createRequire(import.meta.url)('canonicalize') as (value: unknown) => string

const hex64 = z.string().regex(/^[0-9a-f]{64}$/)
const entrySchema = z.looseObject({
  account_id: z.string(),
  seq: z.int().positive(),
  type: z.string(),
  at: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  command_id: z.string(),
  credits_delta_cents: z.int(),
  free_calls_delta: z.int(),
  reserved_delta_cents: z.int(),
  balance_cents: z.int(),
  free_calls_remaining: z.int(),
  reserved_cents: z.int(),
  details: z.record(z.string(), z.unknown()),
  prev_hash: hex64,
  hash: hex64,
})

export type Entry = z.infer<typeof entrySchema>

/** The valid entries of every account, and the records that the chain rule shuts out. */
export interface Chains {
  readonly accounts: ReadonlyMap<string, readonly Entry[]>
  readonly fenced: readonly LoggedRecord[]
  readonly undecodable: readonly LoggedRecord[]
  /** Valid entries that do not hold what they say. */
  readonly faults: readonly string[]
}

/** An entry is valid if and only if it continues its account's chain, in the order of the log. */
export function foldChains(ledger: readonly LoggedRecord[]): Chains {
  const accounts = new Map<string, Entry[]>()
  const fenced: LoggedRecord[] = []
  const undecodable: LoggedRecord[] = []
  const faults: string[] = []
  for (const record of ledger) {
    const parsed = entrySchema.safeParse(record.message)
    if (!parsed.success) {
      undecodable.push(record)
      continue
    }
    const entry = parsed.data
    const chain = accounts.get(entry.account_id) ?? []
    const head = chain.at(-1)
    const follows = entry.seq === (head?.seq ?? 0) + 1
    if (!follows || entry.prev_hash !== (head?.hash ?? '0'.repeat(64))) {
      fenced.push(record)
      continue
    }
    faults.push(...faultsOf(entry, record, head).map((what) => `${nameOf(entry)} ${what}`))
    chain.push(entry)
    accounts.set(entry.account_id, chain)
  }
  return { accounts, fenced, undecodable, faults }
}

export function nameOf({ account_id, seq }: Entry): string {
  return `${account_id}#${seq}`
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function faultsOf(entry: Entry, { key, message }: LoggedRecord, head: Entry | undefined): string[] {
  const faults: string[] = []
  const { hash: _, ...rest } = message ?? {}
  if (sha256(canonicalize(rest)) !== entry.hash) faults.push('was altered')
  if (key !== entry.account_id) faults.push(`lies under the key ${key}`)
  if (head && entry.at < head.at) faults.push(`goes back in time from ${head.at} to ${entry.at}`)
  const sums = [
    [head?.balance_cents ?? 0, entry.credits_delta_cents, entry.balance_cents],
    [head?.free_calls_remaining ?? 0, entry.free_calls_delta, entry.free_calls_remaining],
    [head?.reserved_cents ?? 0, entry.reserved_delta_cents, entry.reserved_cents],
  ] as const
  if (sums.some(([before, delta, after]) => before + delta !== after))
    faults.push('adds up wrongly')
  return [...faults, ...faultsOfMoves(entry)]
}

export function numberOf(entry: Entry, name: string): number {
  const value = entry.details[name]
  return typeof value === 'number' ? value : 0
}

/** The moves that an entry may make stand in its details. */
function faultsOfMoves(entry: Entry): string[] {
  const { credits_delta_cents: credits, free_calls_delta: free, reserved_delta_cents: held } = entry
  const moves = (allowed: boolean) => (allowed ? [] : ['moves what its type does not allow'])
  switch (entry.type) {
    case 'AccountOpened':
      return moves(entry.seq === 1 && free === 20 && credits === 0 && held === 0)
    case 'CreditsPurchased':
      return moves(credits > 0 && credits === numberOf(entry, 'amount_cents') && free + held === 0)
    case 'CallCharged': {
      const paidItems = numberOf(entry, 'items') - numberOf(entry, 'free_calls_used')
      const cents = paidItems * numberOf(entry, 'unit_price_cents')
      if (numberOf(entry, 'charged_cents') !== cents) return ['charges a wrong price']
      const direct = credits === -cents && free === -numberOf(entry, 'free_calls_used') && !held
      const reserved = 'job_id' in entry.details && !credits && !free && held === -cents
      return moves(direct || reserved)
    }
    case 'CallNotCharged':
    case 'ChargeRefused':
      return moves(credits === 0 && free === 0 && held === 0)
    default:
      return moves(credits + held === 0)
  }
}
