import type { Queryable } from '../../db/pool.ts'
import { randomText } from '../../ids.ts'
import { sha256 } from '../../ledger/canonical.ts'
import { ProblemSignal } from '../http/exchange.ts'

/** A link proves that its opener reads the account's e-mail: once, and for half an hour. */
export type Purpose = 'reset' | 'verify' | 'email'

const linkMinutes = 30
const tokenPrefix = 'lnk_'
const tokenLength = 32
/** Links of one purpose; the oldest stops working when there is one more. */
const perAccount = 3

/**
 * Gives the secret of the link, which is stored as a hash only. `email`: the address that the
 * account moves to when the link is used.
 */
export async function createLink(
  client: Queryable,
  accountId: string,
  purpose: Purpose,
  email: string | null = null,
): Promise<string> {
  const token = `${tokenPrefix}${randomText(tokenLength)}`
  await client.query(
    `insert into account_links (token_sha256, account_id, purpose, expires_at, email)
      values ($1, $2, $3, now() + $4 * interval '1 minute', $5)`,
    [sha256(token), accountId, purpose, linkMinutes, email],
  )
  await client.query(
    `delete from account_links where token_sha256 in (
      select token_sha256 from account_links where account_id = $1 and purpose = $2
        order by expires_at desc offset $3)`,
    [accountId, purpose, perAccount],
  )
  return token
}

/** Finds the account of a link, which stays good. */
export async function readLink(client: Queryable, token: string, purpose: Purpose) {
  const { rows } = await client.query<{ id: string; email: string }>({
    name: 'read-link',
    text: `select a.id, a.email from account_links l join accounts a on a.id = l.account_id
      where token_sha256 = $1 and purpose = $2 and expires_at > now()`,
    values: [sha256(token), purpose],
  })
  const [account] = rows
  if (!account) throw notValid()
  return account
}

/** One of several who use it at once goes on; all links of its purpose are gone with it. */
export async function useLink(client: Queryable, token: string, purpose: Purpose): Promise<Used> {
  const { rows } = await client.query<{ account_id: string; email: string | null }>({
    name: 'use-link',
    text: `delete from account_links where token_sha256 = $1 and purpose = $2
      and expires_at > now() returning account_id, email`,
    values: [sha256(token), purpose],
  })
  const [link] = rows
  if (!link) throw notValid()
  await deleteLinks(client, link.account_id, purpose)
  return { accountId: link.account_id, email: link.email }
}

interface Used {
  readonly accountId: string
  readonly email: string | null
}

export async function deleteLinks(
  client: Queryable,
  accountId: string,
  purpose: Purpose,
): Promise<void> {
  await client.query('delete from account_links where account_id = $1 and purpose = $2', [
    accountId,
    purpose,
  ])
}

function notValid(): ProblemSignal {
  const detail =
    'The link has been used, is older than 30 minutes, or never was one. Ask for another.'
  return new ProblemSignal('link_not_valid', detail)
}
