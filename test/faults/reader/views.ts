import type pg from 'pg'

/** The views as they stand in Postgres. */
export interface ReadViews {
  readonly balances: ReadonlyMap<string, BalanceRow>
  readonly entries: readonly { readonly account_id: string; readonly seq: number; hash: string }[]
  readonly results: ReadonlyMap<string, ResultRow>
  readonly usage: ReadonlyMap<string, string>
  /** Where the views are, by `topic/partition`. */
  readonly offsets: ReadonlyMap<string, number>
}

interface BalanceRow {
  readonly account_id: string
  readonly seq: string
  readonly hash: string
  readonly balance_cents: string
  readonly free_calls: string
  readonly reserved_cents: string
}

interface ResultRow {
  readonly command_id: string
  readonly account_id: string
  readonly status: number
  readonly body: string
  readonly result_sha256: string
}

/** All of it in one snapshot, so that what is compared belongs together. */
export async function readViews(client: pg.Client): Promise<ReadViews> {
  await client.query('begin isolation level repeatable read read only')
  const balances = await client.query<BalanceRow>('select * from balances')
  const entries = await client.query<{ account_id: string; seq: string; entry: string }>(
    'select account_id, seq, entry from entries order by account_id, seq',
  )
  const results = await client.query<ResultRow>(
    'select command_id, account_id, status, body, result_sha256 from results',
  )
  const usage = await client.query<Record<string, string>>(
    `select account_id, to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24') as hour, type,
      calls, items, charged_cents, free_calls, errors from usage`,
  )
  const offsets = await client.query<{ topic: string; partition: number; off: string }>(
    'select topic, partition, off from view_offsets',
  )
  await client.query('commit')
  return {
    balances: new Map(balances.rows.map((row) => [row.account_id, row])),
    entries: entries.rows.map(({ account_id, seq, entry }) => {
      return { account_id, seq: Number(seq), hash: String(JSON.parse(entry).hash) }
    }),
    results: new Map(results.rows.map((row) => [row.command_id, row])),
    usage: new Map(usage.rows.map((row) => usageLine(row))),
    offsets: new Map(
      offsets.rows.map(({ topic, partition, off }) => [`${topic}/${partition}`, Number(off)]),
    ),
  }
}

function usageLine(row: Record<string, string>): [string, string] {
  const { calls, items, charged_cents: cents, free_calls: free, errors } = row
  return [`${row.account_id} ${row.hour} ${row.type}`, [calls, items, cents, free, errors].join()]
}
