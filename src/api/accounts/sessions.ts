import type { Pool, Queryable } from '../../db/pool.ts'
import { newId } from '../../ids.ts'
import { sha256 } from '../../ledger/canonical.ts'
import type { Exchange } from '../http/exchange.ts'
import { newSessionToken } from './callers/find-callers.ts'

const sessionMs = 12 * 3_600_000
/** The oldest ends when there is one more. */
const perAccount = 50
const userAgentLength = 120

export async function openSession(pool: Pool, exchange: Exchange, accountId: string) {
  const token = newSessionToken()
  const now = Date.now()
  const expiresAt = new Date(now + sessionMs).toISOString()
  await pool.query(
    `insert into sessions
        (token_sha256, account_id, created_at, expires_at, id, last_used_at, address, user_agent)
      values ($1, $2, $3, $4, $5, date_trunc('hour', now(), 'UTC'), $6, $7)`,
    [
      ...[sha256(token), accountId, new Date(now).toISOString(), expiresAt, newId('session')],
      ...[exchange.address, exchange.header('user-agent')?.slice(0, userAgentLength) ?? null],
    ],
  )
  await pool.query(
    `delete from sessions where token_sha256 in (
      select token_sha256 from sessions where account_id = $1
        order by created_at desc, id desc offset $2)`,
    [accountId, perAccount],
  )
  return { token, expires_at: expiresAt }
}

/** One session, all, or all but one. Gives how many ended. */
export async function endSessions(
  client: Queryable,
  accountId: string,
  which: { readonly only?: string; readonly except?: string } = {},
): Promise<number> {
  const { rowCount } = await client.query({
    name: 'end-sessions',
    text: `delete from sessions where account_id = $1 and ($2::text is null or id = $2)
      and ($3::text is null or id <> $3)`,
    values: [accountId, which.only ?? null, which.except ?? null],
  })
  return rowCount ?? 0
}
