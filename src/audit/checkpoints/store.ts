import type { Queryable } from '../../db/pool.ts'
import type { HeadsTree } from './heads-tree.ts'
import type { AccountHead } from './statement.ts'

export interface Checkpoint {
  readonly number: number
  readonly at: string
  readonly accounts: number
  readonly statement: string
  readonly note: string
  readonly peaks: readonly Buffer[]
}

interface CheckpointRow {
  readonly number: string
  readonly at: string
  readonly accounts: string
  readonly statement: string
  readonly note: string
  readonly peaks: readonly string[]
}

const columns = 'number, at, accounts, statement, note, peaks'

export async function latestCheckpoint(client: Queryable): Promise<Checkpoint | null> {
  const { rows } = await client.query<CheckpointRow>(
    `select ${columns} from checkpoints order by number desc limit 1`,
  )
  return rows[0] ? checkpointOf(rows[0]) : null
}

export async function listCheckpoints(
  client: Queryable,
  after: number,
  limit: number,
): Promise<readonly Checkpoint[]> {
  const { rows } = await client.query<CheckpointRow>(
    `select ${columns} from checkpoints where number > $1 order by number limit $2`,
    [after, limit],
  )
  return rows.map(checkpointOf)
}

export async function insertCheckpoint(client: Queryable, made: Checkpoint): Promise<void> {
  const peaks = made.peaks.map((peak) => peak.toString('base64'))
  const { number, at, accounts, statement, note } = made
  await client.query(`insert into checkpoints (${columns}) values ($1, $2, $3, $4, $5, $6)`, [
    number,
    at,
    accounts,
    statement,
    note,
    peaks,
  ])
}

export async function storeTree(
  client: Queryable,
  number: number,
  { firsts, roots }: HeadsTree,
): Promise<void> {
  await client.query(
    `insert into checkpoint_tree (number, firsts, roots, ledger_offsets)
      select $1, $2, $3, coalesce(sum(off), 0) from view_offsets where topic = 'ledger'
      on conflict (only_one) do update set number = excluded.number, firsts = excluded.firsts,
        roots = excluded.roots, ledger_offsets = excluded.ledger_offsets`,
    [number, firsts, roots.map((root) => root.toString('base64'))],
  )
}

/** How many records of the ledger the views show that came after the latest checkpoint. */
export async function entriesUnsigned(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ entries: string }>({
    name: 'entries-unsigned',
    text: `select coalesce(sum(off), 0) - coalesce((select ledger_offsets from checkpoint_tree), 0)
        as entries from view_offsets where topic = 'ledger'`,
  })
  return Number(rows[0]?.entries ?? 0)
}

/**
 * Accounts whose ledger no longer has the head that was signed. The inner query stands where one
 * value does, so that only the accounts that moved are looked up: a join would read all entries.
 */
export async function contradictions(client: Queryable): Promise<readonly string[]> {
  const { rows } = await client.query<{ account_id: string }>(
    `select signed.account_id from checkpoint_heads signed join balances b using (account_id)
      where (b.seq = signed.seq and b.hash <> signed.hash)
        or (b.seq > signed.seq and (select strpos(e.entry, signed.hash) > 0 from entries e
          where e.account_id = b.account_id and e.seq = signed.seq) is not true)
      limit 10`,
  )
  return rows.map(({ account_id: accountId }) => accountId)
}

/** Brings the heads up to the view; never back. Gives how many moved. */
export async function advanceHeads(client: Queryable): Promise<number> {
  const { rowCount } = await client.query(
    `insert into checkpoint_heads as known (account_id, seq, hash)
      select b.account_id, b.seq, b.hash from balances b
        left join checkpoint_heads h using (account_id) where h.seq is null or h.seq < b.seq
      on conflict (account_id) do update set seq = excluded.seq, hash = excluded.hash`,
  )
  return rowCount ?? 0
}

export async function readHeads(
  client: Queryable,
  after: string,
  limit: number,
): Promise<readonly AccountHead[]> {
  const { rows } = await client.query<{ account_id: string; seq: string; hash: string }>({
    name: 'checkpoint-heads',
    text: `select account_id, seq, hash from checkpoint_heads where account_id > $1
      order by account_id limit $2`,
    values: [after, limit],
  })
  return rows.map(({ account_id: accountId, seq, hash }) => ({ accountId, seq: Number(seq), hash }))
}

/** The tile that holds the account, if any does, with the heads in it and the roots of all. */
export async function readTile(client: Queryable, accountId: string, heads: number) {
  const { rows } = await client.query<TileRow>(
    `with tree as (select number, firsts, roots, (select count(*)::int from unnest(firsts) f
        where f collate "C" <= $1) as tile from checkpoint_tree)
      select tree.number, tree.roots, tree.tile - 1 as tile, h.account_id, h.seq, h.hash
      from tree, lateral (select * from checkpoint_heads
        where account_id >= tree.firsts[tree.tile] order by account_id limit $2) h
      order by h.account_id`,
    [accountId, heads],
  )
  const [first] = rows
  if (!first) return null
  return {
    number: Number(first.number),
    roots: first.roots.map((root) => Buffer.from(root, 'base64')),
    tile: first.tile,
    heads: rows.map((row) => ({ accountId: row.account_id, seq: Number(row.seq), hash: row.hash })),
  }
}

interface TileRow {
  readonly number: string
  readonly roots: readonly string[]
  readonly tile: number
  readonly account_id: string
  readonly seq: string
  readonly hash: string
}

export async function rememberKey(client: Queryable, verifierKey: string): Promise<void> {
  await client.query(
    'insert into checkpoint_keys (verifier_key) values ($1) on conflict do nothing',
    [verifierKey],
  )
}

/** The newest first. */
export async function knownKeys(client: Queryable) {
  const { rows } = await client.query<{ verifier_key: string; since: Date }>(
    'select verifier_key, since from checkpoint_keys order by since desc, verifier_key',
  )
  return rows.map(({ verifier_key: key, since }) => ({ key, since: since.toISOString() }))
}

function checkpointOf(row: CheckpointRow): Checkpoint {
  return {
    ...row,
    number: Number(row.number),
    accounts: Number(row.accounts),
    peaks: row.peaks.map((peak) => Buffer.from(peak, 'base64')),
  }
}
