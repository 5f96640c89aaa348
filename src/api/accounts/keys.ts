import { timestamp } from '../../clock.ts'
import type { Queryable } from '../../db/pool.ts'
import { newId } from '../../ids.ts'
import { sha256 } from '../../ledger/canonical.ts'
import { newApiKey } from './authenticate.ts'

export interface CreatedKey {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly created_at: string
  readonly api_key: string
}

/** Makes a key. Its text leaves here once and is stored as a hash only. */
export async function createKey(
  client: Queryable,
  accountId: string,
  name: string,
): Promise<CreatedKey> {
  const { secret, prefix } = newApiKey()
  const id = newId('key')
  const createdAt = timestamp()
  await client.query(
    `insert into api_keys (id, account_id, name, prefix, secret_sha256, created_at)
      values ($1, $2, $3, $4, $5, $6)`,
    [id, accountId, name, prefix, sha256(secret), createdAt],
  )
  return { id, name, prefix, created_at: createdAt, api_key: secret }
}
