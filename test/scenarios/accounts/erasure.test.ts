import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verdictsOf } from '../../audit/verifiers.ts'
import { runEnrich } from '../../cli/enrich-program.ts'
import { execute } from '../../contracts/database.ts'
import { until } from '../../until.ts'
import type { Account } from '../client.ts'
import {
  at,
  balanceOf,
  call,
  enrich,
  newAccount,
  numberAt,
  spendFreeCalls,
  textAt,
} from '../client.ts'
import { begin, csvOf } from '../jobs-client.ts'
import { auditOf } from '../ledger-auditor.ts'
import { expectProblem } from '../problem.ts'
import { shareService } from '../shared-service.ts'

const service = shareService({ WEBHOOK_ALLOW_PRIVATE: 'true' })
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'erasure-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Words that nobody else uses, in every place where a holder may leave some. */
const secrets = ['Zebulon', 'quirkline', 'Quirkeria', 'quirkmeta', 'quirk-hook', 'quirkrow']

async function logIn({ email, password }: Account): Promise<string> {
  const reply = await call(service(), 'POST /auth/login', { body: { email, password } })
  expect(reply.status).toBe(200)
  return textAt(reply.body, 'token')
}

const remove = (session: string, body: object) =>
  call(service(), 'DELETE /account', { key: session, body })

const operate = (...args: readonly string[]) =>
  runEnrich(args, { cwd: folder, env: service().places })

/** Tables of any schema in which a row says one of the words, as text or as bytes. */
async function tablesWith(words: readonly string[]): Promise<readonly string[]> {
  const tables = await execute(
    service().database,
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
      from information_schema.tables where table_type = 'BASE TABLE'
        and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const sought = words.flatMap((word) => [word, Buffer.from(word).toString('hex')]).join('|')
  const asked = tables.map((table) => {
    const name = textAt(table, 'name')
    return `select '${name}' as name where exists (select from ${name} t where t::text ~* '${sought}')`
  })
  const found = await execute(service().database, asked.join(' union all '))
  return found.map((table) => textAt(table, 'name'))
}

/** Leaves words wherever an account can. */
async function live(account: Account): Promise<void> {
  const sent = { description: 'SQ *QUIRKLINE 0412', amount: -4, metadata: { own: 'quirkmeta' } }
  expect((await enrich(service(), account.key, { body: sent })).status).toBe(200)
  const corrected = { description: sent.description, merchant: 'Quirkeria' }
  const feedback = await call(service(), 'POST /feedback', { key: account.key, body: corrected })
  expect(feedback.status).toBe(201)
  const url = 'http://127.0.0.1:9/quirk-hook'
  const hook = { url, events: ['job.finished', 'credits.purchased'] }
  expect((await call(service(), 'POST /webhooks', { key: account.key, body: hook })).status).toBe(
    201,
  )
  const job = {
    type: 'transaction',
    items: [{ description: 'quirkrow 1', id: 'quirkrow-id' }],
    webhook_url: `${url}/job`,
    metadata: { of: 'quirkmeta' },
  }
  const id = await begin(service(), account, { type: 'application/json', body: job })
  await until('the job is done', async () => {
    const { body } = await call(service(), `GET /jobs/${id}`, { key: account.key })
    return at(body, 'status') === 'succeeded'
  })
}

describe('DELETE /account', () => {
  test('asks for a session, the right password, and leave to lose credits', async () => {
    const account = await newAccount(service(), 500)
    const session = await logIn(account)
    expectProblem(await remove(account.key, { password: account.password }), 403)
    expectProblem(await remove(session, {}), 400)
    for (let tries = 0; tries < 10; tries += 1) {
      expectProblem(await remove(session, { password: 'wrong horse battery' }), 403)
    }
    expectProblem(await remove(session, { password: account.password }), 429)
    const other = await newAccount(service(), 500)
    const refused = await remove(await logIn(other), { password: other.password })
    expectProblem(refused, 409)
    expect(refused.body).toMatchObject({ code: 'credits_remain', available_cents: 500 })
    for (const { key } of [account, other]) {
      expect((await call(service(), 'GET /account', { key })).status).toBe(200)
    }
  })

  test('leaves nothing of the holder, also when the views are folded anew', async () => {
    const body = { email: 'Zebulon.Quirk@example.com', password: 'correct horse battery' }
    const made = await call(service(), 'POST /auth/register', {
      body: { ...body, name: 'Zebulon Quirk' },
    })
    const account: Account = {
      ...{ id: textAt(made.body, 'account.id'), key: textAt(made.body, 'api_key') },
      ...{ email: body.email, password: body.password },
    }
    const other = await newAccount(service(), 500)
    await enrich(service(), other.key)
    await live(account)
    const kept = await auditOf(service(), other)
    for (const word of secrets) expect([word, await tablesWith([word])]).not.toEqual([word, []])
    // Only in the view: on the log it is sealed from the start.
    expect(await tablesWith(['Quirkeria'])).toEqual(['public.corrections'])

    const removed = await remove(await logIn(account), { password: account.password })
    expect(removed).toMatchObject({ status: 200, body: { account_id: account.id } })
    expect(at(removed.body, 'forfeited_cents')).toBe(0)
    await until('the key is refused', async () => {
      return (await enrich(service(), account.key)).status === 401
    })
    const { email, password } = account
    const logged = await call(service(), 'POST /auth/login', { body: { email, password } })
    expect(logged.status).toBe(401)
    await until('it is swept away', async () => (await tablesWith(secrets)).length === 0, 30_000)

    expect((await operate('views', 'rebuild')).code).toBe(0)
    expect(await tablesWith(secrets)).toEqual([])
    const audit = await operate('audit', 'verify')
    expect([audit.code, audit.err]).toEqual([0, expect.anything()])
    const file = join(folder, 'all.ndjson')
    expect((await operate('audit', 'export', file)).code).toBe(0)
    const { seq, hash } = at(removed.body, 'ledger') as { seq: number; hash: string }
    const verdicts = await verdictsOf(file, [`${seq};${hash}`])
    expect([verdicts.ours.valid, verdicts.python.valid]).toEqual([true, true])
    const exported = await readFile(file, 'utf8')
    for (const word of secrets) expect(exported.toLowerCase()).not.toContain(word.toLowerCase())

    expect((await auditOf(service(), other)).entries).toEqual(kept.entries)
    expect((await enrich(service(), other.key)).status).toBe(200)
    const again = await call(service(), 'POST /auth/register', { body })
    expect(again.status).toBe(201)
    expect(textAt(again.body, 'account.id')).not.toBe(account.id)
  }, 180_000)

  test('cancels what runs, gives back what it set aside, and forfeits that only then', async () => {
    const account = await newAccount(service(), 5_000)
    await spendFreeCalls(service(), account)
    const rows = 5_000
    await begin(service(), account, { raw: csvOf(rows) })
    const reserved = async () => {
      const { body } = await call(service(), 'GET /payments/balance', { key: account.key })
      return numberAt(body, 'reserved_cents')
    }
    await until('the job has set its price aside', async () => (await reserved()) > 0)
    const session = await logIn(account)
    expectProblem(await remove(session, { password: account.password }), 409)
    const agreed = { password: account.password, forfeit_credits: true }
    const { status, body } = await remove(session, agreed)
    expect(status).toBe(200)
    const entries = await execute(
      service().database,
      `select entry::jsonb from entries where account_id = '${account.id}' order by seq desc limit 2`,
    )
    const [closed, released] = entries.map((row) => at(row, 'entry'))
    expect(closed).toMatchObject({ type: 'AccountClosed', balance_cents: 0, reserved_cents: 0 })
    expect(at(closed, 'details.forfeited_cents')).toBe(numberAt(body, 'forfeited_cents'))
    expect(released).toMatchObject({
      type: 'ReservationReleased',
      details: { reason: 'cancelled' },
      reserved_cents: 0,
    })
    expect(numberAt(released, 'balance_cents')).toBe(numberAt(body, 'forfeited_cents'))
    expect(await balanceOf(service(), await newAccount(service()))).toBe(0)
    expect((await operate('audit', 'verify')).code).toBe(0)
  }, 180_000)

  test('goes on to its end after everything was killed', async () => {
    const account = await newAccount(service())
    await live(account)
    await remove(await logIn(account), { password: account.password })
    await service().kill9All()
    await service().restart()
    const words = [...secrets.slice(1), account.email]
    await until('it is swept away', async () => (await tablesWith(words)).length === 0, 30_000)
    const again = { email: account.email, password: account.password }
    expect((await call(service(), 'POST /auth/register', { body: again })).status).toBe(201)
  }, 180_000)
})
