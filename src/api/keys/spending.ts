import type { Queryable } from '../../db/pool.ts'

interface Asked {
  readonly accountId: string
  readonly now: number
  /** One purse; every one of the account if left out. */
  readonly purseId?: string
}

/**
 * Cents of the current month by purse, as the views know them: what calls and chunks were charged,
 * and what running jobs have set aside beside that.
 */
export async function spentByPurse(
  client: Queryable,
  { accountId, now, purseId }: Asked,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ purse: string; cents: string }>({
    name: 'spent-by-purse',
    text: `select coalesce(k.purse_id, k.id) as purse, sum(s.cents) as cents from (
        select key_id, charged_cents as cents from usage_by_key
          where account_id = $1 and hour >= $2
        union all
        select j.key_id, p.reserved_cents - p.charged_cents from job_progress p
          join jobs j on j.id = p.job_id where p.account_id = $1 and p.ended_at is null) s
      join api_keys k on k.id = s.key_id
      where k.account_id = $1 and ($3::text is null or coalesce(k.purse_id, k.id) = $3)
      group by 1`,
    values: [accountId, new Date(monthOf(now).start), purseId ?? null],
  })
  return new Map(rows.map(({ purse, cents }) => [purse, Number(cents)]))
}

/** The month of UTC that a moment is in: its first one, and that of the next. */
export function monthOf(now: number): { readonly start: number; readonly end: number } {
  const date = new Date(now)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { start: Date.UTC(year, month), end: Date.UTC(year, month + 1) }
}
