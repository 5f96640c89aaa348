/**
 * The obvious alternative, written as well as its idea allows: authenticate, enrich, and one
 * Postgres transaction a request that takes the cent and writes the ledger. Same Postgres,
 * settings and durability as the service, same enrichment, same answer. Arguments: data
 * directory, accounts.
 */
import type { AddressInfo } from 'node:net'
import express from 'express'
import type pg from 'pg'
import { openCatalog } from '../../../src/catalog/catalog.ts'
import { openEmbeddedPostgres } from '../../../src/db/embedded/embedded-postgres.ts'
import { inTransaction, openPool } from '../../../src/db/pool.ts'
import { enrichTransaction } from '../../../src/enrichment/transaction.ts'
import { newId, randomText } from '../../../src/ids.ts'
import { sha256 } from '../../../src/ledger/canonical.ts'

const poolSize = 20
const [dataDir = '', accounts = '1'] = process.argv.slice(2)
const database = await openEmbeddedPostgres({ dataDir, log: () => {} })
const pool = openPool(database.connection, poolSize)
const catalog = openCatalog()
const keys = await fill(Number(accounts))
const accountOfKey = new Map<string, string>()
const server = openApp().listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo // as: a TCP server's.
  process.stdout.write(`${JSON.stringify({ port, keys })}\n`)
})
process.once('SIGTERM', stop)
process.stdin.resume().once('end', stop)

async function stop(): Promise<void> {
  await pool.end()
  await database.close()
  process.exit(0)
}

function openApp(): express.Express {
  const app = express()
  app.use(express.json())
  app.post('/enrich', async (request, response) => {
    const accountId = await authenticate(request.headers.authorization ?? '')
    if (!accountId) return void response.status(401).json({ error: 'unauthenticated' })
    const options = { baseUrl: 'http://127.0.0.1:3000' }
    const answer = enrichTransaction(catalog, request.body, options)
    const balance = await charge(accountId, JSON.stringify(answer))
    if (balance === null) return void response.status(402).json({ error: 'insufficient_credits' })
    response.set({ 'Credits-Charged': '1', 'Credits-Balance': String(balance) }).json(answer)
  })
  return app
}

async function authenticate(authorization: string): Promise<string | undefined> {
  const known = accountOfKey.get(authorization)
  if (known) return known
  const { rows } = await pool.query<{ account_id: string }>(
    'select account_id from api_keys where secret_sha256 = $1',
    [sha256(authorization.replace('Bearer ', ''))],
  )
  const accountId = rows[0]?.account_id
  if (accountId) accountOfKey.set(authorization, accountId)
  return accountId
}

/** The balance that is left, or null when the account cannot pay. */
function charge(accountId: string, answer: string): Promise<number | null> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ balance_cents: number }>(take(accountId))
    const [account] = rows
    if (!account) return null
    const values = [accountId, newId('command'), account.balance_cents, sha256(answer)]
    await client.query({ ...record, values })
    return account.balance_cents
  })
}

function take(accountId: string): pg.QueryConfig {
  return {
    name: 'take',
    text: `update accounts set balance_cents = balance_cents - 1
      where id = $1 and balance_cents >= 1 returning balance_cents`,
    values: [accountId],
  }
}

const record = {
  name: 'record',
  text: `insert into ledger (account_id, command_id, delta_cents, balance_cents, result_sha256)
    values ($1, $2, -1, $3, $4)`,
}

async function fill(count: number): Promise<readonly string[]> {
  await pool.query(`
    create table accounts (id text primary key, balance_cents int not null);
    create table api_keys (secret_sha256 text primary key, account_id text not null);
    create table ledger (
      id bigint generated always as identity primary key,
      account_id text not null,
      command_id text not null unique,
      delta_cents int not null,
      balance_cents int not null,
      result_sha256 text not null,
      at timestamptz not null default now());
    create index ledger_of_account on ledger (account_id, id)`)
  const secrets = Array.from({ length: count }, () => `enr_${randomText(38)}`)
  for (const secret of secrets) {
    const id = newId('account')
    await pool.query('insert into accounts values ($1, 100000000)', [id])
    await pool.query('insert into api_keys values ($1, $2)', [sha256(secret), id])
  }
  return secrets
}
