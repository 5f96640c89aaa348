import { describe, expect, test } from 'vitest'
import { until } from '../../until.ts'
import type { Account, Reply } from '../client.ts'
import { balanceOf, call, enrich, newAccount, spendFreeCalls } from '../client.ts'
import { auditOf, checkReceipt } from '../ledger-auditor.ts'
import { expectProblem } from '../problem.ts'
import { shareService } from '../shared-service.ts'

const service = shareService()
const charge = ['credits-charged', 'free-calls-used', 'credits-balance', 'ledger-entry']

async function payer(): Promise<Account> {
  const account = await newAccount(service(), 100)
  await spendFreeCalls(service(), account)
  return account
}

function placeOf(accepted: Reply): string {
  expect({ status: accepted.status, text: accepted.text }).toMatchObject({ status: 202 })
  const location = accepted.headers.get('location') ?? ''
  expect(location).toMatch(/^\/requests\/[A-Za-z0-9_.-]+$/)
  return location
}

async function settled(account: Account, location: string): Promise<Reply> {
  return until('the request is settled', async () => {
    const reply = await call(service(), `GET ${location}`, { key: account.key })
    if (reply.status !== 202) return reply
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    return null
  })
}

describe('Prefer: respond-async', () => {
  test('is a 202 at once; the request then answers exactly what the call would have', async () => {
    const account = await payer()
    const body = { description: 'NETFLIX.COM', amount: -15.49 }
    const headers = { prefer: 'respond-async', 'request-id': 'my-call-1' }
    const accepted = await enrich(service(), account.key, { body, headers })
    expect(accepted.headers.get('preference-applied')).toBe('respond-async')
    const location = placeOf(accepted)
    const later = await settled(account, location)
    const direct = await enrich(service(), account.key, { body })
    expect([later.status, later.text]).toEqual([200, direct.text])
    expect(later.headers.get('content-type')).toBe(direct.headers.get('content-type'))
    expect(later.headers.get('request-id')).toBe('my-call-1')
    checkReceipt(await auditOf(service(), account), later)
    const again = await settled(account, location)
    for (const name of charge) expect(again.headers.get(name)).toBe(later.headers.get(name))
    expect(await balanceOf(service(), account)).toBe(98)
  })

  test('the answer of every paid endpoint waits there, a 404 with its problem too', async () => {
    const account = await payer()
    for (const [path, body, status] of [
      ['/batch', { transactions: [{ description: 'UBER TRIP' }, {}] }, 200],
      ['/company', { name: 'Stripe' }, 200],
      ['/domain', { domain: 'stripe.com' }, 200],
      ['/social', { domain: 'stripe.com' }, 200],
      ['/person', { email: 'patrick.collison@stripe.com' }, 200],
      ['/domain', { domain: 'zzyqx-991.example' }, 404],
    ] as const) {
      const sent = { key: account.key, body, headers: { prefer: 'respond-async' } }
      const accepted = await call(service(), `POST /enrich${path}`, sent)
      const later = await settled(account, placeOf(accepted))
      expect([path, later.status]).toEqual([path, status])
      expect(later.headers.get('request-id')).toBe(accepted.headers.get('request-id'))
      if (status === 404) expectProblem(later, 404)
    }
  })

  test('what is wrong or cannot be paid is refused at once', async () => {
    const account = await newAccount(service())
    const headers = { prefer: 'respond-async' }
    expectProblem(await enrich(service(), account.key, { body: {}, headers }), 400)
    await spendFreeCalls(service(), account)
    expectProblem(await enrich(service(), account.key, { headers }), 402)
  })

  test("another account's request, and one that never was, are a 404", async () => {
    const [mine, other] = [await payer(), await newAccount(service())]
    const headers = { prefer: 'respond-async' }
    const location = placeOf(await enrich(service(), mine.key, { headers }))
    expectProblem(await call(service(), `GET ${location}`, { key: other.key }), 404)
    expectProblem(await call(service(), `GET ${location}`), 401)
    expectProblem(await call(service(), 'GET /requests/cmd_unknown', { key: mine.key }), 404)
    expect((await settled(mine, location)).status).toBe(200)
    expectProblem(await call(service(), `GET ${location}`, { key: other.key }), 404)
  })

  test('under an Idempotency-Key is one request, whichever way it is asked again', async () => {
    const account = await payer()
    const key = { 'idempotency-key': 'later' }
    const asked = { ...key, prefer: 'respond-async' }
    const location = placeOf(await enrich(service(), account.key, { headers: asked }))
    const direct = await enrich(service(), account.key, { headers: key })
    expect(direct.headers.get('idempotent-replayed')).toBe('true')
    expect((await settled(account, location)).text).toBe(direct.text)
    const again = await enrich(service(), account.key, { headers: asked })
    expect([200, 202]).toContain(again.status)
    expect(await balanceOf(service(), account)).toBe(99)
  })
})

describe('Prefer: wait', () => {
  test('wait=N answers within it; wait=0 may be a 202; neither is charged twice', async () => {
    const account = await payer()
    const patient = await enrich(service(), account.key, { headers: { prefer: 'wait=5' } })
    expect(patient.status).toBe(200)
    expect(patient.headers.get('preference-applied')).toBe('wait=5')
    const hurried = await enrich(service(), account.key, { headers: { prefer: 'wait=0' } })
    expect([200, 202]).toContain(hurried.status)
    if (hurried.status === 202) await settled(account, placeOf(hurried))
    expect((await auditOf(service(), account)).balance).toBe(98)
  })

  test('a preference that means nothing is ignored', async () => {
    const account = await payer()
    for (const prefer of ['wait=soon', 'return=minimal', 'wait=-1', ';;;', 'wait=99999999999']) {
      const reply = await enrich(service(), account.key, { headers: { prefer } })
      expect([prefer, reply.status]).toEqual([prefer, 200])
    }
    const headers = { prefer: 'wait=10, respond-async' }
    const both = await enrich(service(), account.key, { headers })
    expect([200, 202]).toContain(both.status)
  })
})

test('a call past SYNC_TIMEOUT_MS is answered later if not in time, and charged once', async () => {
  const account = await payer()
  await service().restart({ SYNC_TIMEOUT_MS: '1' })
  const body = { transactions: Array(50).fill({ description: 'SQ *BLUE BOTTLE OAKLAND CA' }) }
  const reply = await call(service(), 'POST /enrich/batch', { key: account.key, body })
  const answer = reply.status === 202 ? await settled(account, placeOf(reply)) : reply
  const audit = await auditOf(service(), account)
  expect(checkReceipt(audit, answer).balance_cents).toBe(50)
  expect([answer.status, audit.balance]).toEqual([200, 50])
})
