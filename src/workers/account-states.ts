import type { Pool } from '../db/pool.ts'
import { column } from '../db/pool.ts'
import type { Account } from '../ledger/account.ts'
import { unopened } from '../ledger/account.ts'
import { Books } from '../ledger/books.ts'
import type { Item } from './settlements.ts'
import type { StageParts } from './stage.ts'
import { decodeEntries } from './stage.ts'

/** Of one partition. What is forgotten is looked up in the views again. */
const remembered = { accounts: 2_000, settled: 4_000 }
const forgetEveryMs = 1_000
const tailPerRead = 1_000

export interface BooksParts extends StageParts {
  readonly pool: Pool
  /**
   * Counts the commands that this very process made since it opened, in a process that settles all
   * commands itself; null for others. A command that is younger than all that memory has forgotten
   * was settled only if memory says so: the views need not be asked.
   */
  readonly orderHere: (commandId: string) => number | null
}

/**
 * The books of one partition, brought up to the end of the ledger: what the views hold, and the
 * tail that they have not seen. The cost of taking over does not grow with history.
 */
export async function openBooks(parts: BooksParts, partition: number) {
  const { log, pool, orderHere } = parts
  const books = new Books()
  let forgottenUpTo = 0
  let lastForget = 0

  async function load(accountIds: Iterable<string>): Promise<void> {
    const unknown = new Set<string>()
    for (const id of accountIds) if (!books.knows(id)) unknown.add(id)
    if (unknown.size === 0) return
    for (const account of await loadAccounts(pool, [...unknown])) books.load(account)
  }

  async function readTail(): Promise<number> {
    let position = await projectedOffset(pool, partition)
    const end = await log.end('ledger', partition)
    while (position < end) {
      const read = await decodeEntries(
        parts,
        await log.read('ledger', partition, position, tailPerRead),
      )
      await load(read.entries.map(({ entry }) => entry.account_id))
      for (const { entry, offset } of read.entries) books.apply(entry, offset)
      position = read.next ?? end
    }
    return position
  }

  return {
    partition,
    books,
    load,
    readUpTo: await readTail(),
    /** Loads what decisions on these items need, and tells which commands were settled long ago. */
    async prepare(items: readonly Item[]): Promise<ReadonlySet<string>> {
      const doubtful = items
        .map(({ settlement }) => settlement.commandId)
        .filter((id) => (orderHere(id) ?? 0) <= forgottenUpTo)
      const [settled] = await Promise.all([
        doubtful.length > 0 ? findSettled(pool, doubtful) : new Set<string>(),
        load(items.map(({ accountId }) => accountId)),
      ])
      return settled
    },
    /** Keeps memory bounded; forgets only what the views can answer for. */
    async forget(): Promise<void> {
      const { accounts, settled } = books.size
      const over = accounts > 2 * remembered.accounts || settled > 2 * remembered.settled
      if (!over || performance.now() - lastForget < forgetEveryMs) return
      lastForget = performance.now()
      const projected = await projectedOffset(pool, partition)
      for (const commandId of books.forget(remembered, projected)) {
        forgottenUpTo = Math.max(forgottenUpTo, orderHere(commandId) ?? 0)
      }
    },
  }
}

export type OpenedBooks = Awaited<ReturnType<typeof openBooks>>

/** The folded state of these accounts; one that the view does not know is unopened. */
export async function loadAccounts(
  pool: Pool,
  accountIds: readonly string[],
): Promise<readonly Account[]> {
  const { rows } = await pool.query<BalanceRow>({
    name: 'load-accounts',
    text: `select account_id, seq, hash, at, balance_cents, free_calls, reserved_cents
      from balances where account_id in (select string_to_table($1, e'\\n'))`,
    values: [column(accountIds)],
  })
  const known = new Map(rows.map((row) => [row.account_id, accountOf(row)]))
  return accountIds.map((id) => known.get(id) ?? unopened(id))
}

/** Which of these commands (of any account) have an entry in the view. */
export async function findSettled(
  pool: Pool,
  commandIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ account_id: string; command_id: string }>({
    name: 'find-settled',
    text: `select account_id, command_id from entries
      where command_id in (select string_to_table($1, e'\\n'))`,
    values: [column(commandIds)],
  })
  return new Set(rows.map((row) => `${row.account_id} ${row.command_id}`))
}

/** Everything of `ledger[partition]` below this offset is in the views. */
export async function projectedOffset(pool: Pool, partition: number): Promise<number> {
  const { rows } = await pool.query<{ off: string }>(
    `select off from view_offsets where topic = 'ledger' and partition = $1`,
    [partition],
  )
  return Number(rows[0]?.off ?? 0)
}

export interface BalanceRow {
  readonly account_id: string
  readonly seq: string
  readonly hash: string
  readonly at: string
  readonly balance_cents: string
  readonly free_calls: string
  readonly reserved_cents: string
}

export function accountOf(row: BalanceRow): Account {
  return {
    accountId: row.account_id,
    seq: Number(row.seq),
    hash: row.hash,
    at: row.at,
    balanceCents: Number(row.balance_cents),
    freeCalls: Number(row.free_calls),
    reservedCents: Number(row.reserved_cents),
  }
}
