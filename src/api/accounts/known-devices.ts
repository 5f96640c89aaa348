import type { Pool } from '../../db/pool.ts'
import { randomText } from '../../ids.ts'
import { sha256 } from '../../ledger/canonical.ts'
import { addressOf } from '../admission/addresses.ts'
import type { ApiContext } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'

/**
 * Device cookies after OWASP: who has logged in to an account from here has tries of his own,
 * so that guesses of others cannot keep him out. Clients that keep no cookies are known by address.
 * The cookie opens nothing: it only tells whose tries count.
 */
const cookieName = 'enrich_device'
const cookieLength = 32
const deviceKeptDays = 180
const perAccount = 20

export interface Known {
  /** The name under which this device's tries are counted; null if the account does not know it. */
  readonly device: string | null
  /** Whether the account was used from this address before. */
  readonly address: boolean
}

/** Also asked where there is no account, so that the time of the answer does not tell. */
export async function knownAs(
  pool: Pool,
  exchange: Exchange,
  accountId: string | null,
): Promise<Known> {
  const device = deviceOf(exchange)
  const digests = digestsOf(exchange, device)
  const { rows } = await pool.query<{ digest: string }>({
    name: 'known-devices',
    text: `select digest from known_devices where account_id = $1 and digest = any($2::text[])
      and last_at > now() - $3 * interval '1 day'`,
    values: [accountId ?? '', Object.values(digests), deviceKeptDays],
  })
  const found = new Set(rows.map(({ digest }) => digest))
  return {
    device: digests.device && found.has(digests.device) ? `${accountId} ${digests.device}` : null,
    address: found.has(digests.address),
  }
}

/** After a log-in. The cookie of a browser with several accounts is one. */
export async function rememberDevice(
  { runtime, baseUrl }: ApiContext,
  exchange: Exchange,
  accountId: string,
): Promise<void> {
  const device = deviceOf(exchange) ?? randomText(cookieLength)
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  const age = deviceKeptDays * 86_400
  exchange.set({
    'Set-Cookie': `${cookieName}=${device}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`,
  })
  await runtime().pool.query({
    name: 'remember-device',
    text: `with told as (
        insert into known_devices (account_id, digest, last_at)
          select $1, digest, now() from unnest($2::text[]) as digest order by digest
          on conflict (account_id, digest) do update set last_at = excluded.last_at)
      delete from known_devices where account_id = $1 and digest in (
        select digest from known_devices where account_id = $1 and digest <> all($2::text[])
          order by last_at desc offset $3)`,
    values: [accountId, Object.values(digestsOf(exchange, device)), perAccount],
  })
}

function digestsOf(exchange: Exchange, device: string | null) {
  return {
    address: sha256(`address ${addressOf(exchange)}`),
    ...(device === null ? {} : { device: sha256(`device ${device}`) }),
  }
}

const cookie = new RegExp(`(?:^|; *)${cookieName}=([0-9A-Za-z]{${cookieLength}})(?:;|$)`)

export function hasDeviceCookie(exchange: Exchange): boolean {
  return deviceOf(exchange) !== null
}

function deviceOf(exchange: Exchange): string | null {
  return cookie.exec(exchange.header('cookie') ?? '')?.[1] ?? null
}
