import { describe, expect, test } from 'vitest'
import { at, call, listAt, newAccount, textAt } from '../client.ts'
import { useService } from '../shared-service.ts'

const service = useService()

const paidEndpoints = [
  ['POST /enrich', 1],
  ['POST /enrich/batch', 1],
  ['POST /enrich/company', 2],
  ['POST /enrich/domain', 1],
  ['POST /enrich/social', 1],
  ['POST /enrich/person', 2],
] as const

const listedEndpoints = [
  ...paidEndpoints.map(([endpoint]) => endpoint),
  'GET /enrich/pricing',
  'POST /auth/register',
  'POST /auth/login',
  'GET /usage',
  'POST /payments/create-order',
  'GET /payments/balance',
  'GET /logo/:domain',
]

describe('what anybody may read', () => {
  test('GET / is the service index of version 2.0.0 with the price of every paid call', async () => {
    const { status, body } = await call(service(), 'GET /')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: expect.any(String),
      version: '2.0.0',
      description: expect.any(String),
      docs: `${service().url}/docs`,
    })
    const endpoints = at(body, 'endpoints') as Record<string, string> // as: compared below.
    expect(Object.keys(endpoints)).toEqual(expect.arrayContaining(listedEndpoints))
    for (const [endpoint, cents] of paidEndpoints) {
      expect(endpoints[endpoint]).toMatch(new RegExp(`\\b${cents} cents?\\b`))
    }
  })

  test('GET /enrich/pricing lists the prices of the specification', async () => {
    const { status, body } = await call(service(), 'GET /enrich/pricing')
    expect(status).toBe(200)
    expect(body).toMatchObject({ currency: 'USD', free_calls: { per_account: 20 } })
    const types = listAt(body, 'types')
    for (const type of types) {
      expect(Object.keys(type as object).sort()).toEqual([
        'endpoint',
        'price_cents',
        'type',
        'unit',
      ])
    }
    const priceOf = new Map(types.map((type) => [at(type, 'endpoint'), at(type, 'price_cents')]))
    for (const [endpoint, cents] of paidEndpoints) expect(priceOf.get(endpoint)).toBe(cents)
  })

  test('GET /enrich/categories is the taxonomy that every answer is from', async () => {
    const { status, body } = await call(service(), 'GET /enrich/categories')
    expect(status).toBe(200)
    expect(body).toHaveProperty('taxonomy_version')
    const pairs = new Set<string>()
    for (const category of listAt(body, 'categories')) {
      expect(category).toMatchObject({ name: expect.any(String), code: expect.any(String) })
      const names = listAt(category, 'subcategories').map((each) => textAt(each, 'name'))
      expect(new Set(names).size).toBe(names.length)
      for (const each of listAt(category, 'subcategories')) {
        expect(each).toHaveProperty('code')
        expect(each).toHaveProperty('mcc_code')
      }
      for (const name of names) pairs.add(`${textAt(category, 'name')}/${name}`)
    }
    const { key } = await newAccount(service())
    const lines = ['SHELL OIL 5744', 'PAYROLL ACME', 'ATM WITHDRAWAL', 'ZZQX 881', 'UBER TRIP']
    const transactions = lines.map((description) => ({ description }))
    const answer = await call(service(), 'POST /enrich/batch', { key, body: { transactions } })
    for (const result of listAt(answer.body, 'results')) {
      // An unknown value is null and never invented; both are known or neither is.
      if (at(result, 'category') === null) expect(result).toMatchObject({ subcategory: null })
      else expect(pairs).toContain(`${at(result, 'category')}/${at(result, 'subcategory')}`)
    }
  })

  test('health, readiness with each part, and figures for Prometheus', async () => {
    expect((await call(service(), 'GET /healthz')).status).toBe(200)
    const readyz = await call(service(), 'GET /readyz')
    expect(readyz.status).toBe(200)
    expect(Object.keys(readyz.body as object).length).toBeGreaterThan(0)
    const metrics = await call(service(), 'GET /metrics')
    expect(metrics.status).toBe(200)
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(metrics.text).toMatch(/^# TYPE /m)
  })

  test('/docs and /console load nothing from elsewhere', async () => {
    for (const path of ['/docs', '/console']) {
      const page = await call(service(), `GET ${path}`)
      expect(page.status).toBe(200)
      expect(page.headers.get('content-type')).toMatch(/^text\/html/)
      const loaded = page.text.match(/(?:src|href)\s*=\s*["']?(https?:)?\/\/[^"'\s>]+/gi) ?? []
      expect(loaded.filter((each) => !each.includes(service().url))).toEqual([])
      expect(page.text).not.toMatch(/@import\s|url\(\s*["']?https?:/i)
    }
  })

  test('HEAD answers as GET without a body', async () => {
    const reply = await call(service(), 'HEAD /enrich/pricing')
    expect([reply.status, reply.text]).toEqual([200, ''])
  })
})
