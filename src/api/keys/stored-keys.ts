import type { Pool, Queryable } from '../../db/pool.ts'
import type { RightsRow } from './find-keys.ts'
import { spentByPurse } from './spending.ts'

/** A key as its account's holder sees it. */
interface KeyRow extends RightsRow {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly created_at: Date
  readonly revoked_at: Date | null
  readonly last_used_at: Date | null
  readonly test: boolean
  readonly purse_id: string
}

interface Page {
  readonly accountId: string
  readonly after: readonly [createdAt: string, id: string] | null
  readonly limit: number
}

/** The newest first, with what each has spent. */
export async function listKeys(pool: Pool, { accountId, after, limit }: Page) {
  const asked = { accountId, now: Date.now() }
  const [{ rows }, spent] = await Promise.all([
    pool.query<KeyRow>(
      `select id, name, prefix, created_at, expires_at, revoked_at, last_used_at, scopes,
          monthly_cap_cents, calls_per_second, allowed_addresses, test, coalesce(purse_id, id) as purse_id
        from api_keys
        where account_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2, $3))
        order by created_at desc, id desc limit $4`,
      [accountId, after?.[0] ?? null, after?.[1] ?? null, limit],
    ),
    spentByPurse(pool, asked),
  ])
  return rows.map((row) => shownKey(row, spent.get(row.purse_id) ?? 0))
}

function shownKey({ purse_id: _, ...row }: KeyRow, spentCents: number) {
  const cap = row.monthly_cap_cents
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    monthly_cap_cents: cap === null ? null : Number(cap),
    spent_this_month_cents: spentCents,
  }
}

/** A key that works: what its successor is to be, and may do. */
export interface WorkingKey extends RightsRow {
  readonly id: string
  readonly name: string
  readonly test: boolean
  readonly purse_id: string
}

/** Locked until the transaction ends. `expires_at` is the end that was asked for. */
export async function lockWorkingKey(
  client: Queryable,
  accountId: string,
  id: string,
): Promise<WorkingKey | null> {
  const { rows } = await client.query<WorkingKey>(
    `select id, name, scopes, valid_until as expires_at, monthly_cap_cents,
        calls_per_second, allowed_addresses, test, coalesce(purse_id, id) as purse_id
      from api_keys where id = $1 and account_id = $2 and revoked_at is null
        and (expires_at is null or expires_at > now()) for no key update`,
    [id, accountId],
  )
  return rows[0] ?? null
}

/** The same of a key that may have ended. */
export async function findKey(
  client: Queryable,
  accountId: string,
  id: string,
): Promise<WorkingKey | null> {
  const { rows } = await client.query<WorkingKey>(
    `select id, name, scopes, valid_until as expires_at, monthly_cap_cents,
        calls_per_second, allowed_addresses, test, coalesce(purse_id, id) as purse_id
      from api_keys where id = $1 and account_id = $2`,
    [id, accountId],
  )
  return rows[0] ?? null
}

/** A grace never lengthens what a key had left. */
export async function endAfter(client: Queryable, id: string, seconds: number): Promise<void> {
  await client.query(
    `update api_keys set expires_at =
        least(coalesce(expires_at, 'infinity'), now() + $2 * interval '1 second')
      where id = $1`,
    [id, seconds],
  )
}
