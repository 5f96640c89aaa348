import type { Queryable } from '../../db/pool.ts'
import type { UsageWindow } from './read-usage.ts'

/** The counts of one step and type. */
export interface MatchRate {
  readonly start: string
  readonly type: string
  readonly looked_up: number
  readonly matched: number
}

export async function readMatchRate(
  client: Queryable,
  accountId: string,
  { fromMs, toMs, granularity }: UsageWindow,
): Promise<readonly MatchRate[]> {
  const { rows } = await client.query<Omit<MatchRate, 'start'> & { start: Date }>({
    name: 'match-rate',
    text: `select date_trunc($4, hour, 'UTC') as start, type, sum(looked_up)::float8 as looked_up,
        sum(matched)::float8 as matched
      from match_rates
      where account_id = $1 and hour >= date_trunc('hour', $2::timestamptz, 'UTC')
        and hour <= $3::timestamptz
      group by 1, 2`,
    values: [accountId, new Date(fromMs).toISOString(), new Date(toMs).toISOString(), granularity],
  })
  return rows.map((row) => ({ ...row, start: row.start.toISOString() }))
}
