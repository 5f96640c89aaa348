import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../until.ts'
import { at, call, enrich } from '../client.ts'
import { isDistributed } from '../distributed-place.ts'
import { auditOf, checkReceipt, hashOf } from '../ledger-auditor.ts'
import type { Load } from '../persistent-load.ts'
import { startLoad } from '../persistent-load.ts'
import type { RunningService } from '../service.ts'
import { startService } from '../service.ts'

let service: RunningService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.close())

/** Work goes on between two faults: as many answers as asked for, within a limit. */
async function moreAnswers(load: Load, count: number): Promise<void> {
  const wanted = load.answers.length + count
  await until(`${count} more answers`, () => load.answers.length >= wanted, 30_000)
}

async function check(load: Load): Promise<void> {
  await load.finish()
  for (const account of load.accounts) {
    const audit = await auditOf(service, account)
    const mine = load.answers.filter((each) => each.account === account)
    const receipts = mine.map(({ reply }) => checkReceipt(audit, reply).seq)
    // One charge for the opening batch, one for each key, and not one more.
    expect(new Set(receipts).size).toBe(mine.length)
    expect(audit.charges().length).toBe(mine.length + 1)
    expect(audit.balance).toBe(100_000 - mine.length)
    const { body } = await call(service, 'GET /payments/balance', { key: account.key })
    expect(body).toMatchObject({ balance_cents: audit.balance, ledger: audit.head })
    const usage = await call(service, 'GET /usage', { key: account.key })
    expect(at(usage.body, 'totals.charged_cents')).toBe(mine.length)
    for (const { idempotencyKey, body: sent, reply } of mine.slice(-30)) {
      const headers = { 'idempotency-key': idempotencyKey }
      const again = await enrich(service, account.key, { body: sent, headers })
      expect([again.status, again.text]).toEqual([200, reply.text])
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(hashOf(again.body)).toBe(hashOf(reply.body))
    }
    expect((await auditOf(service, account)).head).toEqual(audit.head)
  }
}

async function endedByItself(): Promise<boolean> {
  return call(service, 'GET /healthz').then(
    () => false,
    () => true,
  )
}

describe('nothing acknowledged is lost and nothing is charged twice', () => {
  test('when the service is killed -9 under load, three times', async () => {
    const load = await startLoad(service)
    for (let kills = 0; kills < 3; kills += 1) {
      await moreAnswers(load, 60)
      await service.kill9()
      await service.restart()
    }
    await moreAnswers(load, 60)
    await check(load)
  })

  // In distributed mode nobody but the operator starts a Postgres again: test/faults/ does.
  test.runIf(!isDistributed)('when Postgres alone is killed -9, three times', async () => {
    const load = await startLoad(service)
    for (let kills = 0; kills < 3; kills += 1) {
      await moreAnswers(load, 60)
      const [before] = service.postgresPids()
      service.kill9Postgres()
      await until('Postgres is back, or the service has ended', async () => {
        const [now] = service.postgresPids()
        return (now !== undefined && now !== before) || (await endedByItself())
      })
      if (await endedByItself()) await service.restart()
    }
    await moreAnswers(load, 60)
    await check(load)
  })

  test('when everything is killed -9 at once under load, twice', async () => {
    const load = await startLoad(service)
    for (let kills = 0; kills < 2; kills += 1) {
      await moreAnswers(load, 60)
      await service.kill9All()
      await service.restart()
    }
    await moreAnswers(load, 60)
    await check(load)
  })
})
