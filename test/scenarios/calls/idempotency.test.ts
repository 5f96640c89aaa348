import { describe, expect, test } from 'vitest'
import type { Account, Reply } from '../client.ts'
import { balanceOf, buyCredits, call, enrich, newAccount, spendFreeCalls } from '../client.ts'
import { auditOf, checkReceipt } from '../ledger-auditor.ts'
import { expectProblem } from '../problem.ts'
import { shareService } from '../shared-service.ts'

const service = shareService()
const chargeHeaders = ['credits-charged', 'free-calls-used', 'credits-balance', 'ledger-entry']

function under(idempotencyKey: string, body: unknown = { description: 'NETFLIX.COM' }) {
  return { body, headers: { 'idempotency-key': idempotencyKey } }
}

function expectReplay(replay: Reply, first: Reply): void {
  expect([replay.status, replay.text]).toEqual([first.status, first.text])
  expect(replay.headers.get('idempotent-replayed')).toBe('true')
  for (const name of chargeHeaders) {
    expect([name, replay.headers.get(name)]).toEqual([name, first.headers.get(name)])
  }
}

async function payer(cents: number): Promise<Account> {
  const account = await newAccount(service(), cents)
  await spendFreeCalls(service(), account)
  return account
}

describe('a retry under the same Idempotency-Key', () => {
  test('answers as the first did, with its charge headers, and costs nothing', async () => {
    const account = await payer(100)
    for (const [path, body] of [
      ['', { description: 'NETFLIX.COM' }],
      ['/batch', { transactions: [{ description: 'UBER TRIP' }, { description: '' }] }],
      ['/company', { name: 'Stripe' }],
      ['/domain', { domain: 'stripe.com' }],
      ['/social', { domain: 'stripe.com' }],
      ['/person', { email: 'patrick.collison@stripe.com' }],
    ] as const) {
      const sent = { key: account.key, ...under(`every${path}`, body) }
      const first = await call(service(), `POST /enrich${path}`, sent)
      expect(first.status).toBe(200)
      expect(first.headers.get('idempotent-replayed')).toBeNull()
      const stands = await balanceOf(service(), account)
      expectReplay(await call(service(), `POST /enrich${path}`, sent), first)
      expect(await balanceOf(service(), account)).toBe(stands)
    }
  })

  test('of 20 at once one is charged; all answer alike and all but one as replays', async () => {
    const account = await payer(100)
    const sent = under('at-once')
    const calls = Array.from({ length: 20 }, () => enrich(service(), account.key, sent))
    const replies = await Promise.all(calls)
    const audit = await auditOf(service(), account)
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    for (const reply of replies) checkReceipt(audit, reply)
    const decided = replies.filter(({ headers }) => !headers.has('idempotent-replayed'))
    expect([decided.length, audit.balance]).toEqual([1, 99])
  })

  test('with another body is a 422, at once too, and charges nothing', async () => {
    const account = await payer(100)
    await enrich(service(), account.key, under('other'))
    expectProblem(await enrich(service(), account.key, under('other', { description: 'X' })), 422)
    const bodies = Array.from({ length: 10 }, (_, n) => ({ description: `SHOP ${n % 2}` }))
    const calls = bodies.map((body) => enrich(service(), account.key, under('race', body)))
    const statuses = (await Promise.all(calls)).map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 200, 200, 200, 200, 422, 422, 422, 422, 422])
    expect(await balanceOf(service(), account)).toBe(98)
  })

  test('belongs to the account and to the path', async () => {
    const [one, two] = [await payer(100), await payer(100)]
    await enrich(service(), one.key, under('mine'))
    const theirs = await enrich(service(), two.key, under('mine'))
    expect([theirs.status, theirs.headers.get('idempotent-replayed')]).toEqual([200, null])
    const elsewhere = { key: one.key, ...under('mine', { domain: 'stripe.com' }) }
    const reply = await call(service(), 'POST /enrich/domain', elsewhere)
    expect([200, 422]).toContain(reply.status)
  })

  test('that was refused for want of credits goes through after a top-up, once', async () => {
    const account = await newAccount(service())
    await spendFreeCalls(service(), account)
    const sent = under('later')
    expectProblem(await enrich(service(), account.key, sent), 402)
    expectProblem(await enrich(service(), account.key, sent), 402)
    await buyCredits(service(), account, 100)
    const first = await enrich(service(), account.key, sent)
    expect(first.status).toBe(200)
    expectReplay(await enrich(service(), account.key, sent), first)
    expect((await auditOf(service(), account)).balance).toBe(99)
  })

  test('replays a 404 as well', async () => {
    const account = await newAccount(service())
    const sent = { key: account.key, ...under('nothing', { domain: 'zzyqx-991.example' }) }
    const first = await call(service(), 'POST /enrich/domain', sent)
    expectProblem(first, 404)
    expectReplay(await call(service(), 'POST /enrich/domain', sent), first)
  })

  test('a free answer below min_confidence replays, and the query is part of the request', async () => {
    const account = await newAccount(service())
    const sent = { key: account.key, ...under('low', { description: 'ZZQX UNHEARD' }) }
    const first = await call(service(), 'POST /enrich?min_confidence=1', sent)
    const again = await call(service(), 'POST /enrich?min_confidence=1', sent)
    expect([again.status, again.text]).toEqual([first.status, first.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await auditOf(service(), account)).freeCalls).toBe(20)
  })

  test('a key of 255 characters is taken; longer, empty or unprintable ones are a 400', async () => {
    const account = await payer(100)
    expect((await enrich(service(), account.key, under('k'.repeat(255)))).status).toBe(200)
    for (const wrong of ['k'.repeat(256), 'käse', 'a\tb']) {
      expectProblem(await enrich(service(), account.key, under(wrong)), 400)
    }
  })

  test('creates one order', async () => {
    const account = await newAccount(service())
    const sent = { key: account.key, ...under('order', { amount_cents: 700 }) }
    const first = await call(service(), 'POST /payments/create-order', sent)
    const again = await call(service(), 'POST /payments/create-order', sent)
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = { key: account.key, ...under('order', { amount_cents: 800 }) }
    expectProblem(await call(service(), 'POST /payments/create-order', other), 422)
  })
})

test('a replay outlives a restart', async () => {
  const account = await payer(100)
  const first = await enrich(service(), account.key, under('kept'))
  await service().restart()
  expectReplay(await enrich(service(), account.key, under('kept')), first)
  expectProblem(await enrich(service(), account.key, under('kept', { description: 'X' })), 422)
  expect((await auditOf(service(), account)).balance).toBe(99)
})
