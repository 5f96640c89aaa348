import { timestamp } from '../../clock.ts'
import type { Queryable } from '../../db/pool.ts'
import { newId } from '../../ids.ts'
import { sha256 } from '../../ledger/canonical.ts'
import type { Rights } from './rights.ts'
import { newApiKey } from './secrets.ts'

export interface CreatedKey {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly created_at: string
  readonly api_key: string
}

export interface WantedKey {
  readonly accountId: string
  readonly name: string
  readonly rights: Rights
  readonly isTest: boolean
  /** The purse of the key that it spends together with; null: it has a purse of its own. */
  readonly purseId: string | null
}

/** Makes a key. Its text leaves here once and is stored as a hash only. */
export async function createKey(client: Queryable, wanted: WantedKey): Promise<CreatedKey> {
  const { accountId, name, rights, isTest, purseId } = wanted
  const { secret, prefix } = newApiKey(isTest ? 'test' : 'live')
  const id = newId('key')
  const createdAt = timestamp()
  const end = rights.expiresAt === null ? null : new Date(rights.expiresAt)
  await client.query(
    `insert into api_keys (id, account_id, name, prefix, secret_sha256, created_at, scopes,
        expires_at, valid_until, monthly_cap_cents, calls_per_second, allowed_addresses, test,
        purse_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12, $13)`,
    [
      ...[id, accountId, name, prefix, sha256(secret), createdAt, rights.scopes, end],
      ...[rights.monthlyCapCents, rights.callsPerSecond, rights.allowedAddresses],
      ...[isTest, purseId],
    ],
  )
  return { id, name, prefix, created_at: createdAt, api_key: secret }
}

/** Keys of one account that work at the same time. */
export const liveKeysMax = 100

/** Whether there is room for one more key. The account is held until the transaction ends. */
export async function hasRoomForKey(client: Queryable, accountId: string): Promise<boolean> {
  // Locked, so that of many at once each counts those before it.
  await client.query('select from accounts where id = $1 for no key update', [accountId])
  return (await countLiveKeys(client, accountId)) < liveKeysMax
}

export async function countLiveKeys(client: Queryable, accountId: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from api_keys where account_id = $1 and revoked_at is null
      and (expires_at is null or expires_at > now())`,
    [accountId],
  )
  return rows[0]?.count ?? 0
}
