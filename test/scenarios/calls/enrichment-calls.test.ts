import { beforeAll, describe, expect, test } from 'vitest'
import type { Account, Reply } from '../client.ts'
import { call, enrich, listAt, newAccount, textAt } from '../client.ts'
import { auditOf, checkReceipt } from '../ledger-auditor.ts'
import { expectProblem } from '../problem.ts'
import { useService } from '../shared-service.ts'

const service = useService()
let account: Account
beforeAll(async () => {
  account = await newAccount(service())
})

const hash = /^[0-9a-f]{64}$/
const text = expect.any(String)
const handle = expect.toSatisfy((value) => value === null || /^[^/:@]+$/.test(String(value)))

async function paid(where: string, body: unknown): Promise<Reply> {
  const reply = await call(service(), where, { key: account.key, body })
  expect({ status: reply.status, text: reply.text }).toMatchObject({ status: 200 })
  expect(reply.headers.get('content-type')).toMatch(/^application\/json/)
  expect(reply.headers.get('credits-charged')).toMatch(/^\d+$/)
  expect(reply.headers.get('free-calls-used')).toBe('1')
  expect(reply.headers.get('credits-balance')).toMatch(/^\d+$/)
  expect(reply.headers.get('ledger-entry')?.split(';')[1]).toMatch(hash)
  expect(reply.headers.get('request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
  checkReceipt(await auditOf(service(), account), reply)
  return reply
}

describe('every paid endpoint answers with exactly the fields of the specification', () => {
  test('POST /enrich', async () => {
    const reply = await paid('POST /enrich', { description: 'NETFLIX.COM', amount: -15.49 })
    expect(Object.keys(reply.body as object).sort()).toEqual([
      'category',
      'confidence',
      'logo_url',
      'mcc_code',
      'merchant',
      'subcategory',
      'website',
    ])
    expect(reply.body).toMatchObject({
      merchant: 'Netflix',
      category: text,
      subcategory: text,
      logo_url: `${service().url}/logo/netflix.com`,
      website: 'netflix.com',
      mcc_code: expect.stringMatching(/^\d{4}$/),
      confidence: expect.toSatisfy((value) => Number(value) > 0.5 && Number(value) <= 1),
    })
  })

  test('POST /enrich/batch, in the order of the request', async () => {
    const transactions = ['SPOTIFY USA', 'NETFLIX.COM'].map((description) => ({ description }))
    const reply = await call(service(), 'POST /enrich/batch', {
      key: account.key,
      body: { transactions },
    })
    const names = listAt(reply.body, 'results').map((each) => textAt(each, 'merchant'))
    expect(names).toEqual(['Spotify', 'Netflix'])
    expect(reply.headers.get('free-calls-used')).toBe('2')
  })

  test('POST /enrich/company by domain and by name', async () => {
    const expected = {
      name: 'Stripe',
      domain: 'stripe.com',
      description: text,
      industry: text,
      employee_count: expect.stringMatching(/^\d+-\d+$|^10001\+$/),
      founded_year: expect.any(Number),
      hq_location: text,
      logo_url: `${service().url}/logo/stripe.com`,
    }
    for (const body of [{ domain: 'stripe.com' }, { name: 'Stripe' }]) {
      expect((await paid('POST /enrich/company', body)).body).toMatchObject(expected)
    }
  })

  test('domain wins over a name that disagrees, and the answer says what matched', async () => {
    const reply = await paid('POST /enrich/company', { name: 'Netflix', domain: 'stripe.com' })
    expect(reply.body).toMatchObject({ domain: 'stripe.com' })
    expect(reply.text).toMatch(/"matched[a-z_]*":"domain"/)
  })

  test('POST /enrich/domain', async () => {
    const { body } = await paid('POST /enrich/domain', { domain: 'stripe.com' })
    expect(body).toEqual({
      domain: 'stripe.com',
      company_name: 'Stripe',
      industry: text,
      description: text,
      logo_url: `${service().url}/logo/stripe.com`,
      social_profiles: { twitter: handle, linkedin: handle },
    })
  })

  test('POST /enrich/social', async () => {
    const { body } = await paid('POST /enrich/social', { domain: 'stripe.com' })
    expect(body).toEqual({
      domain: 'stripe.com',
      company_name: 'Stripe',
      twitter: handle,
      linkedin: handle,
      facebook: handle,
      instagram: handle,
      youtube: handle,
    })
  })

  test('POST /enrich/person', async () => {
    const { body } = await paid('POST /enrich/person', { email: 'patrick.collison@stripe.com' })
    expect(Object.keys(body as object).sort()).toEqual(
      ['company', 'domain', 'linkedin', 'location', 'name', 'title'].sort(),
    )
    expect(body).toMatchObject({
      name: 'Patrick Collison',
      company: 'Stripe',
      domain: 'stripe.com',
    })
  })
})

describe('conventions of every call', () => {
  test('a paid endpoint wants a key and says how to send one', async () => {
    for (const sent of [{}, { key: 'no-such-key' }, { headers: { authorization: 'Basic YTpi' } }]) {
      const reply = await call(service(), 'POST /enrich', { ...sent, body: { description: 'x' } })
      expectProblem(reply, 401)
      expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer/)
    }
  })

  test("the caller's own well-formed Request-Id is echoed, another is replaced", async () => {
    const own = await enrich(service(), account.key, { headers: { 'request-id': 'Mine-1._' } })
    expect(own.headers.get('request-id')).toBe('Mine-1._')
    for (const wrong of ['with space', 'a'.repeat(129), 'a/b']) {
      const reply = await enrich(service(), account.key, { headers: { 'request-id': wrong } })
      expect(reply.headers.get('request-id')).not.toBe(wrong)
    }
  })

  test('an unknown field is ignored, the caller own id and metadata come back', async () => {
    const body = { description: 'NETFLIX.COM', id: 'row-7', metadata: { a: [1] }, colour: 'red' }
    const reply = await enrich(service(), account.key, { body })
    expect(reply.body).toMatchObject({ merchant: 'Netflix', id: 'row-7', metadata: { a: [1] } })
    expect(reply.body).not.toHaveProperty('colour')
  })

  test('expand adds the optional fields that were asked for', async () => {
    const names =
      'merchant_id,counterparties,location,channel,recurrence,reasons,category_confidence'
    const richer = await newAccount(service())
    const body = { description: 'SQ *BLUE BOTTLE COFFEE OAKLAND CA', amount: -4 }
    const where = `POST /enrich?expand=${names}`
    const reply = await call(service(), where, { key: richer.key, body })
    expect(reply.status).toBe(200)
    for (const name of names.split(',')) expect(reply.body).toHaveProperty(name)
  })

  test('rate limits are told in structured form', async () => {
    const reply = await call(service(), 'GET /payments/balance', { key: account.key })
    expect(reply.headers.get('ratelimit-policy')).toMatch(/^"[^"]+";q=1000;w=1/)
    expect(reply.headers.get('ratelimit')).toMatch(/^"[^"]+";r=\d+(;t=\d+)?$/)
  })
})
