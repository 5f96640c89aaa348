import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { newApiKey } from '../../../../src/api/keys/secrets.ts'
import { until } from '../../../until.ts'
import type { HttpClient } from './http.ts'
import { inParallel } from './in-parallel.ts'

/**
 * A payer of the load. Its payments are known here, so that the ledger can be held against them.
 */
export interface Account {
  readonly id: string
  readonly key: string
  readonly orderId: string | null
  readonly paidCents: number
}

const payingAtOnce = 48
const payLimitMs = 60_000

/**
 * Accounts with keys and orders are written straight into Postgres, because hashing a thousand
 * passwords takes longer than the fault; their credits are paid for over HTTP, as anybody's are.
 */
export async function makeAccounts(deps: {
  readonly connection: pg.ClientConfig
  readonly urls: readonly string[]
  readonly http: HttpClient
  readonly cents: readonly number[]
}): Promise<readonly Account[]> {
  const run = randomBytes(5).toString('hex')
  const accounts = deps.cents.map((paidCents, index) => {
    const id = `acc_${run}${index}`
    const orderId = paidCents > 0 ? `ord_${run}${index}` : null
    return { id, key: newApiKey().secret, orderId, paidCents }
  })
  await insert(deps.connection, accounts)
  const paying = accounts.filter(({ orderId }) => orderId !== null)
  await inParallel(paying, payingAtOnce, async ({ orderId }, index) => {
    const url = deps.urls[index % deps.urls.length] ?? ''
    const path = `/payments/sandbox/${orderId}/pay`
    await until(
      'the order is paid',
      async () => {
        return (await deps.http.send({ url, path })).status === 200
      },
      payLimitMs,
    )
  })
  return accounts
}

async function insert(connection: pg.ClientConfig, accounts: readonly Account[]): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const ids = accounts.map(({ id }) => id)
    await client.query(
      `insert into accounts (id, email, password_hash, created_at)
        select id, id || '@example.com', '', now() from unnest($1::text[]) id`,
      [ids],
    )
    await client.query(
      `insert into api_keys (id, account_id, name, prefix, secret_sha256, created_at)
        select 'key_' || id, id, 'load', left(digest, 6), digest, now()
        from unnest($1::text[], $2::text[]) r (id, digest)`,
      [ids, accounts.map(({ key }) => createHash('sha256').update(key).digest('hex'))],
    )
    await client.query(
      `insert into orders (id, account_id, amount_cents, provider, created_at)
        select o, a, c, 'sandbox', now() from unnest($1::text[], $2::text[], $3::int[]) r (o, a, c)
        where o is not null`,
      [accounts.map(({ orderId }) => orderId), ids, accounts.map(({ paidCents }) => paidCents)],
    )
  } finally {
    await client.end()
  }
}
