import type { Pool, Queryable } from '../../db/pool.ts'
import { column } from '../../db/pool.ts'
import type { Range } from './ranges.ts'
import { admitterOf } from './ranges.ts'
import type { Rights, Scope } from './rights.ts'

/** A key that works, and what it may do. */
export interface FoundKey {
  readonly accountId: string
  readonly keyId: string
  readonly isTest: boolean
  readonly rights: Rights
  /** Null when it may be used from everywhere. */
  readonly admits: ((address: string) => boolean) | null
  readonly purseId: string
}

/** The working keys with these digests. That they were used is noted, and not waited for. */
export async function findKeys(
  pool: Pool,
  digests: readonly string[],
): Promise<ReadonlyMap<string, FoundKey>> {
  const { rows } = await pool.query<KeyRow>({
    name: 'find-keys',
    text: `select secret_sha256 as digest, id, account_id, test, coalesce(purse_id, id) as purse_id,
        scopes, expires_at, monthly_cap_cents, calls_per_second, allowed_addresses,
        last_used_at is null or last_used_at < date_trunc('hour', now()) as unnoted
      from api_keys
      where secret_sha256 in (select string_to_table($1, e'\\n'))
      and revoked_at is null and (expires_at is null or expires_at > now())`,
    values: [column(digests)],
  })
  const unnoted = rows.filter((row) => row.unnoted).map(({ id }) => id)
  if (unnoted.length > 0) noteUse(pool, unnoted).catch(() => {}) // The next one notes it.
  return new Map(rows.map((row) => [row.digest, foundOf(row)]))
}

/** To the hour, so once an hour for each key, whatever its calls and in however many processes. */
async function noteUse(client: Queryable, keyIds: readonly string[]): Promise<void> {
  await client.query({
    name: 'note-use-of-keys',
    text: `update api_keys set last_used_at = date_trunc('hour', now())
      where id in (select string_to_table($1, e'\\n'))
      and (last_used_at is null or last_used_at < date_trunc('hour', now()))`,
    values: [column(keyIds)],
  })
}

/** A key's rights as the table has them. */
export interface RightsRow {
  readonly scopes: readonly Scope[]
  readonly expires_at: Date | null
  readonly monthly_cap_cents: string | null
  readonly calls_per_second: number | null
  readonly allowed_addresses: readonly Range[] | null
}

interface KeyRow extends RightsRow {
  readonly digest: string
  readonly id: string
  readonly account_id: string
  readonly test: boolean
  readonly purse_id: string
  readonly unnoted: boolean
}

export function rightsOf(row: RightsRow): Rights {
  const cap = row.monthly_cap_cents
  return {
    scopes: row.scopes,
    expiresAt: row.expires_at?.getTime() ?? null,
    monthlyCapCents: cap === null ? null : Number(cap),
    callsPerSecond: row.calls_per_second,
    allowedAddresses: row.allowed_addresses,
  }
}

function foundOf(row: KeyRow): FoundKey {
  const rights = rightsOf(row)
  return {
    accountId: row.account_id,
    keyId: row.id,
    isTest: row.test,
    rights,
    admits: rights.allowedAddresses ? admitterOf(rights.allowedAddresses) : null,
    purseId: row.purse_id,
  }
}
