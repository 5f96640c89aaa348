import { beforeAll, describe, expect, test } from 'vitest'
import type { Account, Reply, Sent } from '../client.ts'
import { at, balanceOf, call, listAt, newAccount } from '../client.ts'
import { auditOf } from '../ledger-auditor.ts'
import { expectProblem, pointersOf } from '../problem.ts'
import { useService } from '../shared-service.ts'

const service = useService()
let account: Account
beforeAll(async () => {
  account = await newAccount(service(), 500)
})

const post = (path: string, sent: Sent) =>
  call(service(), `POST ${path}`, { key: account.key, ...sent })
const json = (text: string) => post('/enrich', { raw: text })

async function standing(): Promise<unknown> {
  const { body } = await call(service(), 'GET /payments/balance', { key: account.key })
  return [at(body, 'balance_cents'), at(body, 'free_calls_remaining')]
}

/** A refused call costs nothing. */
async function refused(status: number, calls: () => Promise<readonly Reply[]>): Promise<void> {
  const before = await standing()
  for (const reply of await calls()) expectProblem(reply, status)
  expect(await standing()).toEqual(before)
}

describe('a body that is no request', () => {
  test('malformed JSON is a 400', async () => {
    const texts = ['{', '', 'x', '{"description":"x",}', '{"description":NaN}', "{'a':1}", '﻿']
    await refused(400, () => Promise.all(texts.map(json)))
    await refused(400, () => Promise.all(['null', '[]', '7', '"text"', 'true', '{}'].map(json)))
    const bytes = Uint8Array.from([123, 34, 0xff, 0xfe, 34, 58, 49, 125])
    await refused(400, async () => [await post('/enrich', { raw: bytes })])
  })

  test('wrong types are pointed at', async () => {
    const wrong = await post('/enrich', { body: { description: 5, amount: 'x' } })
    expectProblem(wrong, 400)
    expect(pointersOf(wrong).sort()).toEqual(['/amount', '/description'])
    const email = await post('/enrich/person', { body: { email: { no: 1 } } })
    expect(pointersOf(email)).toEqual(['/email'])
    const list = await post('/enrich/batch', { body: { transactions: 'none' } })
    expect(pointersOf(list)).toEqual(['/transactions'])
    const missing = await post('/enrich/domain', { body: {} })
    expect(pointersOf(missing)).toEqual(['/domain'])
    expectProblem(await post('/enrich/company', { body: {} }), 400)
    expectProblem(await post('/enrich/batch', { body: {} }), 400)
    for (const body of [
      { name: '' },
      { name: ' ' },
      { domain: '' },
      { name: null },
      { domain: 5 },
    ]) {
      expectProblem(await post('/enrich/company', { body }), 400)
    }
    for (const domain of ['', 'localhost', 'a b.com', '..', 'http://', 'x'.repeat(5000)]) {
      expectProblem(await post('/enrich/domain', { body: { domain } }), 400)
      expectProblem(await post('/enrich/social', { body: { domain } }), 400)
    }
    for (const email of ['', 'x', '@', 'a@', '@b.co', 'a@localhost', 'a b@c.co d', 'a@@b.co']) {
      expectProblem(await post('/enrich/person', { body: { email } }), 400)
    }
  })

  test('numbers beyond all measure are refused, not rounded into money', async () => {
    const amounts = ['1e999', '-1e999', '1e308', '"NaN"', '[]', '{}', 'true', '9'.repeat(400)]
    const texts = amounts.map((amount) => `{"description":"NETFLIX.COM","amount":${amount}}`)
    await refused(400, () => Promise.all(texts.map(json)))
    const fine = ['-0', '0', '1e-320', '-99999999.99', 'null', '1E2']
    for (const amount of fine) {
      const reply = await json(`{"description":"NETFLIX.COM","amount":${amount}}`)
      expect([amount, reply.status]).toEqual([amount, 200])
    }
  })

  test('control characters and lone surrogates are a 400 or replaced, never a failure', async () => {
    const parts = ['\\u0000', '\\ud800', '\\udfff', '\\u0007', '\\u202e', '\\uffff', '😀']
    for (const part of parts) {
      for (const [path, text] of [
        ['/enrich', `{"description":"NET${part}FLIX"}`],
        ['/enrich/batch', `{"transactions":[{"description":"NET${part}FLIX"}]}`],
        ['/enrich', `{"description":"NETFLIX","id":"a${part}","metadata":{"k${part}":"v${part}"}}`],
        ['/enrich/company', `{"name":"Str${part}ipe"}`],
        ['/enrich/domain', `{"domain":"str${part}ipe.com"}`],
        ['/enrich/person', `{"email":"a${part}@stripe.com"}`],
        ['/keys', `{"name":"k${part}"}`],
        ['/auth/register', `{"email":"s${part}@example.com","password":"0123456789${part}"}`],
        ['/auth/login', `{"email":"s${part}@example.com","password":"0123456789${part}"}`],
      ] as const) {
        const reply = await post(path, { raw: text })
        expect([path, text, reply.status < 500]).toEqual([path, text, true])
        if (reply.status >= 400) expectProblem(reply, reply.status)
        expect(reply.text).not.toContain('\u0000')
      }
    }
    expect((await auditOf(service(), account)).balance).toBe(await balanceOf(service(), account))
  })

  test('keys of the prototype are data like any other', async () => {
    const names = '"__proto__":{"amount":1,"x":1},"constructor":{"prototype":{"x":1}},"toString":1'
    const reply = await json(`{"description":"NETFLIX.COM",${names}}`)
    expect([reply.status, at(reply.body, 'merchant')]).toEqual([200, 'Netflix'])
    await refused(400, async () => [await json('{"__proto__":{"description":"NETFLIX.COM"}}')])
    const metadata = `{"description":"NETFLIX.COM","metadata":{"__proto__":{"x":1},"a":1}}`
    expect((await json(metadata)).status).toBeLessThan(500)
    expect((await auditOf(service(), account)).charges().length).toBeGreaterThan(0)
  })

  test('deep nesting exhausts nothing', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const objects = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
    for (const nested of [deep, objects]) {
      for (const text of [
        nested,
        `{"description":${nested}}`,
        `{"description":"NETFLIX.COM","unknown":${nested}}`,
        `{"description":"NETFLIX.COM","metadata":{"a":${nested}}}`,
      ]) {
        const reply = await json(text)
        expect(reply.status).toBeLessThan(500)
        if (reply.status !== 200) expectProblem(reply, 400)
      }
    }
  })
})

describe('limits', () => {
  test('2 MiB of JSON is a 413 on endpoints that take a body', async () => {
    const raw = `{"description":"${'x'.repeat(2 * 1024 * 1024)}"}`
    for (const path of ['/enrich', '/enrich/batch', '/enrich/company', '/keys', '/auth/login']) {
      expectProblem(await post(path, { raw }), 413)
    }
  })

  test('a description of a megabyte is a 400, and one as long as may be is answered', async () => {
    const described = (length: number) => {
      return post('/enrich', { body: { description: 'AB 12 '.repeat(length / 6).trim() } })
    }
    expectProblem(await described(1_020_000), 400)
    expect((await described(4_092)).status).toBe(200)
  })

  test('100 items are taken, 101 are a 400 that names /jobs', async () => {
    const items = (count: number) => ({
      transactions: Array.from({ length: count }, () => ({ description: 'UBER TRIP' })),
    })
    const reply = await post('/enrich/batch', { body: items(100) })
    expect(listAt(reply.body, 'results')).toHaveLength(100)
    const before = await standing()
    const many = await post('/enrich/batch', { body: items(101) })
    expectProblem(many, 400)
    expect(many.text).toContain('/jobs')
    expect(await standing()).toEqual(before)
  })

  test('another content type is a 415; a charset is not', async () => {
    const raw = '{"description":"NETFLIX.COM"}'
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'x',
    ]) {
      expectProblem(await post('/enrich', { raw, headers: { 'content-type': type } }), 415)
    }
    const headers = { 'content-type': 'Application/JSON; charset=UTF-8' }
    expect((await post('/enrich', { raw, headers })).status).toBe(200)
    const gzip = { 'content-type': 'application/json', 'content-encoding': 'nonsense' }
    const encoded = await post('/enrich', { raw, headers: gzip })
    expect([400, 415]).toContain(encoded.status)
  })
})

describe('addresses and methods', () => {
  test('an unknown path is a 404', async () => {
    for (const path of ['/nowhere', '/enrich/', '/enrich/unknown', '/%00', '/%', '/..%2f', '//x']) {
      const reply = await call(service(), `GET ${path}`, { key: account.key })
      expect([path, [400, 404, 405].includes(reply.status)]).toEqual([path, true])
      expectProblem(reply, reply.status)
    }
    expectProblem(await call(service(), 'GET /nowhere'), 404)
    expectProblem(await post('/nowhere', { body: {} }), 404)
  })

  test('a wrong method is a 405 that says which are right', async () => {
    for (const [where, allowed] of [
      ['GET /enrich', 'POST'],
      ['PUT /enrich/batch', 'POST'],
      ['DELETE /enrich/company', 'POST'],
      ['POST /usage', 'GET'],
      ['PATCH /payments/balance', 'GET'],
      ['POST /logo/stripe.com', 'GET'],
      ['DELETE /', 'GET'],
      ['GET /auth/login', 'POST'],
      ['PUT /keys', 'POST'],
    ] as const) {
      const reply = await call(service(), where, { key: account.key })
      expect([where, reply.status]).toEqual([where, 405])
      expectProblem(reply, 405)
      expect(reply.headers.get('allow')?.split(/, */)).toContain(allowed)
    }
  })
})
