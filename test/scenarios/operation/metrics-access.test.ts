import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../client.ts'
import { expectProblem } from '../problem.ts'
import { type RunningService, startService } from '../service.ts'

/** Figures are for this machine and for whoever bears the token. */
const token = 'a-token-of-the-operator'
let service: RunningService

beforeAll(async () => {
  service = await startService({ METRICS_TOKEN: token, TRUST_PROXY: '1' })
})
afterAll(async () => {
  await service?.close()
})

const ask = (headers: Readonly<Record<string, string>>) => {
  return call(service, 'GET /metrics', { headers })
}

describe('/metrics', () => {
  test('answers on loopback', async () => {
    expect((await ask({})).text).toContain('enrich_ready')
  })

  test.each([
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { via: '1.1 proxy' },
    { 'x-forwarded-for': '203.0.113.7', authorization: 'Bearer another-token-of-some-length' },
    { 'x-forwarded-for': '203.0.113.7', authorization: `Basic ${token}` },
  ])('is refused to whom a proxy has passed on: %o', async (headers) => {
    const reply = await ask(headers as Readonly<Record<string, string>>) // as: some lack a name.
    expectProblem(reply, 401)
    expect(reply.text).not.toContain('enrich_ready')
  })

  test('answers whoever bears the token, from wherever', async () => {
    const reply = await ask({ 'x-forwarded-for': '203.0.113.7', authorization: `Bearer ${token}` })
    expect(reply.status).toBe(200)
    expect(reply.text).toContain('enrich_ready')
  })
})
