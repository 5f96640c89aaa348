import type { Entry } from '../../ledger/entry.ts'
import { DigestSet } from '../digest-set.ts'
import type { Finding } from './findings.ts'
import type { AuditSource } from './read-log.ts'
import { recordsOf } from './read-log.ts'

/** The message that must have been on the log before an entry: its enrichment or order. */
export interface Evidence {
  /** A finding when the entry needs evidence, the log still goes back that far, and has none. */
  missing(entry: Entry): Omit<Finding, 'accountId' | 'seq'> | null
  /** Whether an order asks for the end of the account: its enrichments may have been erased. */
  isToBeClosed(accountId: string): boolean
}

/** An enrichment may be trimmed a little before the charge that it led to. */
const marginMs = 3_600_000

/** Enrichments are kept for days and orders for ever: charges from before that are not judged. */
export async function gatherEvidence(source: AuditSource, partition: number): Promise<Evidence> {
  const seen = new DigestSet()
  const since = await gatherEnrichments(source, partition, seen)
  const closing = await gatherOrders(source, partition, seen)
  return {
    isToBeClosed: (accountId) => closing.has(accountId),
    missing(entry) {
      const due = dueOf(entry)
      if (due === null || seen.has(due)) return null
      if (entry.type === 'CreditsPurchased') {
        const text = `no order ${entry.command_id} of this amount and provider's event`
        return { kind: 'purchase without its order', text }
      }
      if (entry.at < since) return null
      const text = `no enrichment of ${entry.command_id} with this result`
      return { kind: 'charge without its enrichment', text }
    },
  }
}

/** The time from which on every charge has its enrichment on the log. */
async function gatherEnrichments(
  source: AuditSource,
  partition: number,
  seen: DigestSet,
): Promise<string> {
  const to = await source.log.end('enrichments', partition)
  let since: string | null = null
  for await (const records of recordsOf(source, 'enrichments', { partition, from: 0, to })) {
    for (const { offset, value } of records) {
      const event = await source.codec.decode('enrichments', value)
      since ??= offset === 0 ? '' : new Date(Date.parse(event.at) + marginMs).toISOString()
      seen.add(`${event.account_id}\n${event.command_id}\n${event.result_sha256}`)
    }
  }
  // Nothing is kept: whether anything ever was cannot be told, unless nothing ever was.
  return since ?? (to === 0 ? '' : '9999')
}

async function gatherOrders(source: AuditSource, partition: number, seen: DigestSet) {
  const closing = new Set<string>()
  const to = await source.log.end('orders', partition)
  for await (const records of recordsOf(source, 'orders', { partition, from: 0, to })) {
    for (const { value } of records) {
      const instruction = await source.codec.decode('orders', value)
      if (instruction.type === 'CloseAccount') closing.add(instruction.account_id)
      if (instruction.type !== 'PurchaseCredits') continue
      const { account_id, command_id, amount_cents, provider_event_id } = instruction
      seen.add(`${account_id}\n${command_id}\n${amount_cents}\n${provider_event_id}`)
    }
  }
  return closing
}

/** A job's chunk is bound to rows that are kept beside the log. */
function dueOf({ type, account_id, command_id, details }: Entry): string | null {
  if (type === 'CreditsPurchased') {
    return `${account_id}\n${command_id}\n${details.amount_cents}\n${details.provider_event_id}`
  }
  if ((type !== 'CallCharged' && type !== 'CallNotCharged') || 'job_id' in details) return null
  return `${account_id}\n${command_id}\n${details.result_sha256}`
}
