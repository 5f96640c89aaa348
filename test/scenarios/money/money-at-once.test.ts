import { describe, expect, test } from 'vitest'
import { balanceOf, call, enrich, newAccount, spendFreeCalls } from '../client.ts'
import { auditOf, checkReceipt } from '../ledger-auditor.ts'
import { expectProblem } from '../problem.ts'
import { useService } from '../shared-service.ts'

const service = useService()

describe('many calls at once', () => {
  test('of 200 parallel calls on a balance for exactly 100, exactly 100 succeed', async () => {
    const account = await newAccount(service(), 100)
    await spendFreeCalls(service(), account)
    const calls = Array.from({ length: 200 }, () => enrich(service(), account.key))
    const replies = await Promise.all(calls)
    const audit = await auditOf(service(), account)
    const paid = replies.filter(({ status }) => status === 200)
    for (const reply of paid) checkReceipt(audit, reply)
    for (const reply of replies.filter(({ status }) => status !== 200)) expectProblem(reply, 402)
    expect(paid).toHaveLength(100)
    expect(new Set(paid.map(({ headers }) => headers.get('ledger-entry'))).size).toBe(100)
    expect([audit.balance, await balanceOf(service(), account)]).toEqual([0, 0])
    expect(audit.charges()).toHaveLength(101)
    for (const { details } of audit.entries.filter(({ type }) => type === 'ChargeRefused')) {
      expect(details).toMatchObject({ call: 'enrich', items: 1, required_cents: 1 })
      expect(details).toMatchObject({ available_cents: 0, reason: expect.any(String) })
    }
  })

  test('calls of different prices never overdraw, and the last cents are usable', async () => {
    const account = await newAccount(service(), 101)
    const bodies = [
      ['POST /enrich', { description: 'NETFLIX.COM' }],
      ['POST /enrich/company', { domain: 'stripe.com' }],
      ['POST /enrich/batch', { transactions: Array(9).fill({ description: 'UBER TRIP' }) }],
    ] as const
    const calls = Array.from({ length: 120 }, (_, index) => {
      const [where, body] = bodies[index % 3] ?? bodies[0]
      return call(service(), where, { key: account.key, body })
    })
    const replies = await Promise.all(calls)
    const audit = await auditOf(service(), account)
    for (const reply of replies.filter(({ status }) => status === 200)) checkReceipt(audit, reply)
    expect(replies.every(({ status }) => status === 200 || status === 402)).toBe(true)
    for (const more of Array(audit.balance).keys()) {
      expect([more, (await enrich(service(), account.key)).status]).toEqual([more, 200])
    }
    expect((await enrich(service(), account.key)).status).toBe(402)
    expect((await auditOf(service(), account)).balance).toBe(0)
  })

  test('an empty account cannot fill its ledger with refusals', async () => {
    const account = await newAccount(service())
    await spendFreeCalls(service(), account)
    const { head } = await auditOf(service(), account)
    for (let round = 0; round < 20; round += 1) {
      expect((await enrich(service(), account.key)).status).toBe(402)
    }
    expect((await auditOf(service(), account)).head.seq - head.seq).toBeLessThanOrEqual(1)
  })

  test('accounts do not see each other: one ledger, one balance each', async () => {
    const accounts = await Promise.all(Array.from({ length: 8 }, () => newAccount(service(), 100)))
    const calls = accounts.flatMap((account) =>
      Array.from({ length: 25 }, () => enrich(service(), account.key)),
    )
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200)
    for (const account of accounts) {
      const audit = await auditOf(service(), account)
      expect([audit.balance, audit.freeCalls, audit.charges().length]).toEqual([95, 0, 25])
    }
  })
})
