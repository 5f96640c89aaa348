import type { Pool } from '../../../db/pool.ts'
import { randomText } from '../../../ids.ts'
import { sha256 } from '../../../ledger/canonical.ts'
import { allRights } from '../../keys/rights.ts'
import type { Caller } from './find-callers.ts'

/**
 * Where a browser can send no header, a ticket in the query stands for it. It may be read in logs
 * and histories, so it is good for one request of one path, for a minute. Kept in Postgres, which
 * all API processes share: the request may reach another one than gave the ticket.
 */
const ticketSeconds = 60
const ticketPrefix = 'tkt_'
const secretLength = 32
/** The oldest stops working when there is one more. */
const perAccount = 50

export interface Ticket {
  readonly ticket: string
  readonly expiresAt: Date
}

export async function createTicket(pool: Pool, accountId: string, path: string): Promise<Ticket> {
  const ticket = `${ticketPrefix}${randomText(secretLength)}`
  const { rows } = await pool.query<{ expires_at: Date }>({
    name: 'create-ticket',
    text: `insert into tickets (token_sha256, account_id, path, expires_at)
      values ($1, $2, $3, now() + $4 * interval '1 second') returning expires_at`,
    values: [sha256(ticket), accountId, path, ticketSeconds],
  })
  await pool.query({
    name: 'drop-old-tickets',
    text: `delete from tickets where token_sha256 in (
      select token_sha256 from tickets where account_id = $1
        order by expires_at desc offset $2)`,
    values: [accountId, perAccount],
  })
  const [row] = rows
  if (!row) throw new Error('a ticket that was just inserted is gone')
  return { ticket, expiresAt: row.expires_at }
}

/** Uses it up: one of several who show it at once is let in, and all others get null. */
export async function callerByTicket(
  pool: Pool,
  ticket: string,
  path: string,
): Promise<Caller | null> {
  const { rows } = await pool.query<{ account_id: string }>({
    name: 'use-ticket',
    text: `delete from tickets where token_sha256 = $1 and path = $2 and expires_at > now()
      returning account_id`,
    values: [sha256(ticket), path],
  })
  const [row] = rows
  return row ? { accountId: row.account_id, keyId: null, rights: allRights, key: null } : null
}
