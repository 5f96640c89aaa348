import type { Account } from '../../ledger/account.ts'
import { evolve, follows, unopened } from '../../ledger/account.ts'
import { partitionOf, topics } from '../../messages/topics.ts'
import type { AuditSource, LoggedEntry } from './read-log.ts'
import { loggedEntries } from './read-log.ts'

export interface ReplayOptions {
  /** Null is every account. */
  readonly accountId: string | null
  readonly from?: string
  /** Inclusive, as entries have times; left out is now. */
  readonly to?: string
  readonly signal: AbortSignal
}

/** Valid entries as the log has them, the accounts of a partition mixed, each in its order. */
export async function* validEntries(
  source: AuditSource,
  { accountId, from, to, signal }: ReplayOptions,
): AsyncGenerator<readonly LoggedEntry[]> {
  for (const partition of partitionsOf(accountId)) {
    const heads = new Map<string, Account>()
    const end = await source.log.end('ledger', partition)
    const isWanted = ({ entry }: LoggedEntry): boolean => {
      const { account_id: id, at } = entry
      if (accountId !== null && accountId !== id) return false
      const head = heads.get(id) ?? unopened(id)
      if (!follows(head, entry)) return false
      heads.set(id, evolve(head, entry))
      return (from === undefined || at >= from) && (to === undefined || at <= to)
    }
    for await (const entries of loggedEntries(source, { partition, from: 0, to: end })) {
      signal.throwIfAborted()
      yield entries.filter(isWanted)
    }
  }
}

/** The accounts as they stood at a time, by id. */
export async function replay(
  source: AuditSource,
  options: ReplayOptions,
): Promise<readonly Account[]> {
  const accounts = new Map<string, Account>()
  for await (const entries of validEntries(source, options)) {
    for (const { entry } of entries) {
      const before = accounts.get(entry.account_id) ?? unopened(entry.account_id)
      accounts.set(entry.account_id, evolve(before, entry))
    }
  }
  return [...accounts.values()].sort((a, b) => (a.accountId < b.accountId ? -1 : 1))
}

function partitionsOf(accountId: string | null): readonly number[] {
  if (accountId !== null) return [partitionOf('ledger', accountId)]
  return Array.from({ length: topics.ledger.partitions }, (_, partition) => partition)
}
