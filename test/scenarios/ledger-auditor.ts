import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { z } from 'zod'
import type { Account, Reply } from './client.ts'
import { call } from './client.ts'
import type { RunningService } from './service.ts'

// The package is CommonJS and its types say otherwise; as: it gives text for every JSON value.
const canonicalize = createRequire(import.meta.url)('canonicalize') as (value: unknown) => string

/**
 * An auditor who was given the ledger's description and nothing else: it shares no code with the
 * service, takes the canonical form from another implementation, and believes only what it
 * recomputes.
 */
const entrySchema = z.strictObject({
  account_id: z.string(),
  seq: z.int().positive(),
  type: z.string().min(1),
  at: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  command_id: z.string().min(1),
  credits_delta_cents: z.int(),
  free_calls_delta: z.int(),
  reserved_delta_cents: z.int(),
  balance_cents: z.int().nonnegative(),
  free_calls_remaining: z.int().nonnegative(),
  reserved_cents: z.int().nonnegative(),
  details: z.record(z.string(), z.unknown()),
  prev_hash: z.string().regex(/^[0-9a-f]{64}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
})

export type Entry = z.infer<typeof entrySchema>

const chargeSchema = z.object({
  call: z.string(),
  items: z.int().positive(),
  unit_price_cents: z.int().positive(),
  free_calls_used: z.int().nonnegative(),
  charged_cents: z.int().nonnegative(),
  request_id: z.string(),
  result_sha256: z.string().regex(/^[0-9a-f]{64}$/),
  job_id: z.string().optional(),
  chunk: z.int().positive().optional(),
})

const reservationSchema = z.object({
  job_id: z.string(),
  items: z.int().nonnegative(),
  cents: z.int().nonnegative(),
  free_calls: z.int().nonnegative(),
})

const releaseSchema = reservationSchema
  .omit({ items: true })
  .extend({ reason: z.enum(['finished', 'cancelled', 'failed']) })

/** The rest of each running job's reservation. */
type Jobs = Map<string, { cents: number; freeCalls: number }>

export interface Audit {
  readonly entries: readonly Entry[]
  readonly balance: number
  readonly freeCalls: number
  readonly reserved: number
  readonly head: { readonly seq: number; readonly hash: string }
  charges(): readonly (Entry & { readonly details: z.infer<typeof chargeSchema> })[]
}

/** Reads the whole ledger of an account and checks all of it; throws at the first fault. */
export async function auditOf(
  service: Pick<RunningService, 'url'>,
  account: Account,
): Promise<Audit> {
  const headers = { accept: 'application/x-ndjson' }
  const reply = await call(service, 'GET /ledger', { key: account.key, headers })
  if (reply.status !== 200) throw new Error(`the ledger answered ${reply.status}`)
  const lines = reply.text.split('\n').filter((line) => line !== '')
  return auditEntries(
    lines.map((line) => JSON.parse(line)),
    account.id,
  )
}

export function auditEntries(given: readonly unknown[], accountId: string): Audit {
  const entries: Entry[] = []
  const settled = new Set<string>()
  const jobs: Jobs = new Map()
  let stands = { balance: 0, freeCalls: 0, reserved: 0, hash: '0'.repeat(64), at: '' }
  for (const one of given) {
    const entry = entrySchema.parse(one)
    const fault = (what: string) => new Error(`entry ${entry.seq}: ${what}`)
    if (entry.account_id !== accountId) throw fault('belongs to another account')
    if (entry.seq !== entries.length + 1) throw fault(`follows ${entries.length}`)
    if (entry.prev_hash !== stands.hash) throw fault('does not continue the chain')
    if (entry.hash !== hashOf(without(one, 'hash')))
      throw fault(`was altered: ${JSON.stringify(one)}`)
    if (settled.has(entry.command_id)) throw fault(`settles ${entry.command_id} again`)
    if (entry.at < stands.at) throw fault('goes back in time')
    stands = {
      balance: stands.balance + entry.credits_delta_cents,
      freeCalls: stands.freeCalls + entry.free_calls_delta,
      reserved: stands.reserved + entry.reserved_delta_cents,
      hash: entry.hash,
      at: entry.at,
    }
    if (entry.balance_cents !== stands.balance) throw fault('has a wrong balance')
    if (entry.free_calls_remaining !== stands.freeCalls) throw fault('has wrong free calls')
    if (entry.reserved_cents !== stands.reserved) throw fault('has a wrong reserve')
    checkMoves(entry, jobs, fault)
    const set = [...jobs.values()].reduce((sum, { cents }) => sum + cents, 0)
    if (set !== stands.reserved) throw fault(`has ${stands.reserved} reserved, its jobs ${set}`)
    settled.add(entry.command_id)
    entries.push(entry)
  }
  const { balance, freeCalls, reserved, hash } = stands
  const head = { seq: entries.length, hash }
  const charges = () =>
    entries
      .filter((entry) => entry.type === 'CallCharged')
      .map((entry) => ({ ...entry, details: chargeSchema.parse(entry.details) }))
  return { entries, balance, freeCalls, reserved, head, charges }
}

type Fault = (what: string) => Error

/** An entry's type tells the moves that it may make. */
function checkMoves(entry: Entry, jobs: Jobs, fault: Fault): void {
  const { credits_delta_cents: credits, free_calls_delta: freeCalls, details } = entry
  const reserved = entry.reserved_delta_cents
  switch (entry.type) {
    case 'AccountOpened':
      if (entry.seq !== 1 || freeCalls !== 20 || credits !== 0) throw fault('opens wrongly')
      if (reserved !== 0) throw fault('moves the reserve')
      return
    case 'CreditsPurchased':
      if (freeCalls !== 0 || credits <= 0 || credits !== details.amount_cents) throw fault('buys')
      if (reserved !== 0) throw fault('moves the reserve')
      return
    case 'CallCharged':
      checkCharge(entry, jobs, fault)
      return
    case 'CreditsReserved': {
      const { job_id: job, items, cents, free_calls: free } = reservationSchema.parse(details)
      if (credits !== 0 - cents || reserved !== cents || freeCalls !== 0 - free)
        throw fault('reserves wrongly')
      if (free > items || free < items !== cents > 0) throw fault('reserves for other items')
      if (entry.command_id !== `${job}:reserve` || jobs.has(job)) throw fault('reserves again')
      jobs.set(job, { cents, freeCalls: free })
      return
    }
    case 'ReservationReleased': {
      const { job_id: job, cents, free_calls: free } = releaseSchema.parse(details)
      const left = jobs.get(job)
      if (!left || left.cents !== cents || left.freeCalls !== free)
        throw fault('releases another rest')
      if (credits !== cents || reserved !== 0 - cents || freeCalls !== free)
        throw fault('releases wrongly')
      if (entry.command_id !== `${job}:release`) throw fault('releases under another name')
      jobs.delete(job)
      return
    }
    case 'CreditsRefunded':
    case 'CreditsRevoked':
    case 'DebtPaid': {
      const taken = Number(details.taken_cents ?? details.paid_cents)
      if (freeCalls !== 0 || credits !== 0 - taken) throw fault('takes wrongly')
      return
    }
    case 'CreditsReturned':
    case 'CreditsGranted':
      if (freeCalls !== 0 || credits !== details.amount_cents) throw fault('grants wrongly')
      return
    default:
      // A refusal, or a type that came later: nothing here may move money.
      if (freeCalls !== 0 || credits !== 0 || reserved !== 0) throw fault('moves money')
  }
}

/** A call is paid from what stands; a job's chunk from what the job has set aside. */
function checkCharge(entry: Entry, jobs: Jobs, fault: Fault): void {
  const { credits_delta_cents: credits, free_calls_delta: freeCalls } = entry
  const charge = chargeSchema.parse(entry.details)
  const { job_id: job, chunk, free_calls_used: used } = charge
  const cents = (charge.items - used) * charge.unit_price_cents
  if (charge.charged_cents !== cents) throw fault('charges wrongly')
  if (job === undefined) {
    if (credits !== -cents || freeCalls !== -used) throw fault('charges wrongly')
    if (entry.reserved_delta_cents !== 0) throw fault('moves the reserve')
    return
  }
  const left = jobs.get(job)
  if (!left) throw fault(`charges ${job}, which is not running`)
  if (entry.command_id !== `${job}:chunk:${chunk}`) throw fault('settles another chunk')
  if (credits !== 0 || freeCalls !== 0 || entry.reserved_delta_cents !== 0 - cents)
    throw fault('pays a chunk from elsewhere')
  left.cents -= cents
  left.freeCalls -= used
  if (left.cents < 0 || left.freeCalls < 0) throw fault(`uses more than ${job} has reserved`)
}

/** The receipt in a reply's header names an entry of the chain that paid for exactly this body. */
export function checkReceipt(audit: Audit, reply: Reply): Entry {
  const [seq = '', hash = ''] = (reply.headers.get('ledger-entry') ?? '').split(';')
  const entry = audit.charges().find((each) => each.seq === Number(seq))
  if (!entry) throw new Error(`no charge at ${seq}`)
  if (entry.hash !== hash) throw new Error(`receipt ${seq} does not match the chain`)
  const header = (name: string) => Number(reply.headers.get(name))
  if (header('credits-charged') !== entry.details.charged_cents) throw new Error('Credits-Charged')
  if (header('free-calls-used') !== entry.details.free_calls_used)
    throw new Error('Free-Calls-Used')
  if (header('credits-balance') !== entry.balance_cents) throw new Error('Credits-Balance')
  if (entry.details.result_sha256 !== hashOf(reply.body)) throw new Error('another answer was paid')
  return entry
}

export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalize(value)).digest('hex')
}

function without(value: unknown, name: string): unknown {
  const copy = { ...(value as object) } // as: the schema has seen that it is an object.
  Reflect.deleteProperty(copy, name)
  return copy
}
