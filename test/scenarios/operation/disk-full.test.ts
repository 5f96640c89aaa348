import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mountSmallDisk } from '../../small-disk.ts'
import { until } from '../../until.ts'
import type { Account } from '../client.ts'
import { balanceOf, call, enrich, newAccount, spendFreeCalls } from '../client.ts'
import { begin, csvOf, ended, submit } from '../jobs-client.ts'
import { auditOf } from '../ledger-auditor.ts'
import type { RunningService } from '../service.ts'
import { startService } from '../service.ts'

const disk = mountSmallDisk(900)
afterAll(disk.close)
const mib = 1_048_576

/** Writing stops in an orderly way, nothing acknowledged is lost, and with room all goes on. */
describe.skipIf(disk.skipped)(
  `a disk that is full${disk.skipped ? `: ${disk.skipped}` : ''}`,
  () => {
    let service: RunningService
    let account: Account
    const reserve = () => join(service.dataDir, 'reserve')
    beforeAll(async () => {
      service = await startService({ DATA_DIR: disk.folder('data') })
      account = await newAccount(service, 1_000)
      await spendFreeCalls(service, account)
    })
    afterAll(() => service.close())

    const statusOfCall = async () => (await enrich(service, account.key)).status
    async function goesOn() {
      await until('calls are answered again', async () => (await statusOfCall()) === 200, 30_000)
      const reserved = () => existsSync(reserve()) && statSync(reserve()).size === 32 * mib
      await until('the reserve is there', reserved, 10_000)
    }

    test('has a reserve from the first start on', goesOn)

    test('near its end takes no uploads, while calls, jobs at work and results go on', async () => {
      const job = await begin(service, account, { raw: csvOf(100) })
      await ended(service, account, job)
      disk.fill(80 * mib)
      const refused = () => submit(service, account, { raw: csvOf(10) })
      await until('uploads are refused', async () => (await refused()).status === 507)
      const reply = await refused()
      expect(reply.body).toMatchObject({ code: 'storage_full', status: 507 })
      expect(reply.headers.get('retry-after')).toBe('60')
      expect(await statusOfCall()).toBe(200)
      expect((await call(service, `GET /jobs/${job}/results`, { key: account.key })).status).toBe(
        200,
      )
      disk.empty()
      await until('uploads are taken', async () => (await refused()).status === 202)
    })

    test('is noticed before Postgres does: calls are 503, reads go on', async () => {
      const postgres = service.postgresPids()[0]
      const before = await balanceOf(service, account)
      disk.fill(30 * mib)
      await until('calls are refused', async () => (await statusOfCall()) === 503)
      const reply = await enrich(service, account.key)
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await call(service, 'GET /readyz')).status).toBe(503)
      expect(await balanceOf(service, account)).toBeLessThanOrEqual(before)
      expect(service.output()).toContain('"kind":"disk_full"')
      disk.empty()
      await goesOn()
      expect(service.postgresPids()[0]).toBe(postgres)
    })

    test('to the last byte, under load, loses nothing that was acknowledged', async () => {
      let calling = true
      const paid: string[] = []
      const load = Array.from({ length: 8 }, async () => {
        while (calling) {
          const reply = await enrich(service, account.key).catch(() => null)
          if (reply?.status === 200) paid.push(reply.headers.get('ledger-entry') ?? '')
          else await pause(50)
        }
      })
      await until('it is at work', () => paid.length > 20)
      disk.fill(0)
      await until('calls are refused', async () => (await statusOfCall().catch(() => 0)) === 503)
      disk.fill(0)
      calling = false
      await Promise.all(load)
      disk.empty()
      await goesOn()
      const { entries } = await auditOf(service, account)
      const receipts = new Set(entries.map(({ seq, hash }) => `${seq};${hash}`))
      expect(paid.filter((receipt) => !receipts.has(receipt))).toEqual([])
    })

    test('does not keep it from starting, also after everything was killed', async () => {
      const before = await balanceOf(service, account)
      disk.fill(0)
      await until('calls are refused', async () => (await statusOfCall().catch(() => 0)) === 503)
      disk.fill(0)
      await service.kill9All()
      await service.restart()
      expect(await statusOfCall()).toBe(503)
      expect(await balanceOf(service, account)).toBeLessThanOrEqual(before)
      disk.empty()
      await goesOn()
      await auditOf(service, account)
    })
  },
)
