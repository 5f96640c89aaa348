import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WebsitePlayer } from '../../enrichment/live/play-websites.ts'
import { hangs, organization, playWebsites } from '../../enrichment/live/play-websites.ts'
import { until } from '../../until.ts'
import { balanceOf, call, createOrder, enrich, newAccount, textAt } from '../client.ts'
import { begin, ended } from '../jobs-client.ts'
import { auditOf, checkReceipt } from '../ledger-auditor.ts'
import type { RunningService } from '../service.ts'
import { startService } from '../service.ts'

let service: RunningService
let web: WebsitePlayer
beforeAll(async () => {
  web = await playWebsites()
  service = await startService({ LIVE_LOOKUPS: 'on', LIVE_CONNECT_TO: web.place })
})
afterAll(async () => {
  await service?.close()
  await web?.close()
})

describe('what was acknowledged the moment before everything is killed -9', () => {
  test('is kept: account, key, order and payment', async () => {
    const first = await newAccount(service, 500)
    for (let round = 0; round < 2; round += 1) {
      const account = await newAccount(service)
      const order = await createOrder(service, account, 500)
      const made = await call(service, 'POST /keys', { key: account.key, body: { name: 'new' } })
      const paid = await call(service, `POST /payments/sandbox/${order}/pay`)
      await service.kill9All()
      await service.restart()
      expect([made.status, paid.status]).toEqual([201, 200])
      const key = textAt(made.body, 'api_key')
      await until('the credits are there', async () => (await balanceOf(service, account)) === 500)
      expect((await enrich(service, key)).status).toBe(200)
      const { email, password } = account
      const login = await call(service, 'POST /auth/login', { body: { email, password } })
      expect(login.status).toBe(200)
      const again = await call(service, `POST /payments/sandbox/${order}/pay`)
      expect([again.status, again.text]).toEqual([paid.status, paid.text])
      expect((await auditOf(service, account)).balance).toBe(500)
    }
    expect((await auditOf(service, first)).balance).toBe(500)
  })

  test('is completed once if it was accepted with 202', async () => {
    const account = await newAccount(service, 500)
    const headers = { prefer: 'respond-async' }
    const calls = Array.from({ length: 40 }, () => enrich(service, account.key, { headers }))
    const locations = (await Promise.all(calls)).map(({ status, headers: answered }) => {
      expect(status).toBe(202)
      return answered.get('location') ?? ''
    })
    await service.kill9All()
    await service.restart()
    for (const location of locations) {
      const reply = await until(`${location} is settled`, async () => {
        const answer = await call(service, `GET ${location}`, { key: account.key })
        expect([200, 202]).toContain(answer.status)
        return answer.status === 200 && answer
      })
      checkReceipt(await auditOf(service, account), reply)
    }
    const audit = await auditOf(service, account)
    expect([audit.charges().length, audit.balance, audit.freeCalls]).toEqual([40, 480, 0])
  })
})

test('look-ups whose websites were being asked at a kill -9 are settled once', async () => {
  const account = await newAccount(service)
  const hosts = ['midway-called-works.com', 'midway-listed-works.com']
  for (const host of hosts) web.play(host, { '/': hangs })
  const [called, listed] = hosts.map((domain) => ({ domain }))
  const headers = { prefer: 'respond-async' }
  const sent = { key: account.key, headers, body: called }
  const accepted = await call(service, 'POST /enrich/domain', sent)
  expect(accepted.status).toBe(202)
  const body = { type: 'domain', items: [listed] }
  const job = await begin(service, account, { body, type: 'application/json' })
  const pages = (host: string) => web.asked(host).filter((path) => path === '/')
  await until('the websites are being asked', () => hosts.every((host) => pages(host).length > 0))
  await service.kill9All()
  for (const host of hosts) {
    web.play(host, organization({ name: 'Midway Works', url: `https://${host}` }))
  }
  await service.restart()
  const location = accepted.headers.get('location') ?? ''
  const reply = await until(`${location} is settled`, async () => {
    const answer = await call(service, `GET ${location}`, { key: account.key })
    return answer.status !== 202 && answer
  })
  // A call waits two seconds for its website, which a busy machine may need; a row has a minute.
  expect([200, 404]).toContain(reply.status)
  expect(await ended(service, account, job)).toMatchObject({ processed: 1, matched: 1 })
  const audit = await auditOf(service, account)
  checkReceipt(audit, reply)
  expect(audit.charges()).toHaveLength(2)
  expect(audit.freeCalls).toBe(20 - 1 - (reply.status === 200 ? 1 : 0))
  for (const host of hosts) expect(pages(host).length).toBeLessThanOrEqual(2)
})

test('a key revoked before a kill -9 stays revoked', async () => {
  const account = await newAccount(service)
  const made = await call(service, 'POST /keys', { key: account.key, body: { name: 'gone' } })
  const where = `DELETE /keys/${textAt(made.body, 'id')}`
  expect((await call(service, where, { key: account.key })).status).toBe(204)
  await service.kill9All()
  await service.restart()
  expect((await enrich(service, textAt(made.body, 'api_key'))).status).toBe(401)
  expect((await enrich(service, account.key)).status).toBe(200)
})
