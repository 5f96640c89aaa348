import { beforeAll, describe, expect, test } from 'vitest'
import { at, call, newAccount } from '../client.ts'
import { faultsIn } from '../json-schema.ts'
import { useService } from '../shared-service.ts'

const service = useService()
let document: unknown
let key = ''

beforeAll(async () => {
  document = (await call(service(), 'GET /openapi.json')).body
  key = (await newAccount(service(), 500)).key
})

type Members = Readonly<Record<string, unknown>>
const methods = ['get', 'post', 'put', 'patch', 'delete', 'head']

function operations() {
  const paths = at(document, 'paths') as Record<string, Members> // as: it is asserted first.
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({ path, method, operation: operation as Members })),
  )
}

describe('/openapi.json', () => {
  test('is a 3.1 document with the parts that one must have', () => {
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d+$/),
      info: { title: expect.any(String), version: '2.0.0' },
      paths: expect.any(Object),
      components: { securitySchemes: expect.any(Object) },
    })
    const ids = new Set<unknown>()
    for (const { path, method, operation } of operations()) {
      const name = `${method} ${path}`
      expect([name, Object.keys(operation.responses as object).length > 0]).toEqual([name, true])
      for (const response of Object.values(operation.responses as Members)) {
        if (at(response, '$ref') === undefined) expect(response).toHaveProperty('description')
      }
      const declared = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
      const parameters = (operation.parameters ?? []) as Members[]
      const inPath = parameters.filter((parameter) => parameter.in === 'path')
      expect([name, inPath.map((parameter) => parameter.name)]).toEqual([name, declared])
      expect(inPath.every((parameter) => parameter.required === true)).toBe(true)
      if (operation.operationId !== undefined) expect(ids).not.toContain(operation.operationId)
      ids.add(operation.operationId)
    }
  })

  test('every reference in it leads somewhere', () => {
    const references = JSON.stringify(document).match(/"\$ref":"#\/[^"]+"/g) ?? []
    for (const reference of new Set(references)) {
      const path = reference.slice('"$ref":"#/'.length, -1).replaceAll('/', '.')
      expect([path, at(document, path) !== undefined]).toEqual([path, true])
    }
  })

  test('describes every endpoint of the specification and of the index, and no other', async () => {
    const index = at((await call(service(), 'GET /')).body, 'endpoints') as object
    const inIndex = Object.keys(index).map((each) => each.replace(/:(\w+)/g, '{$1}'))
    const described = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    expect(described.sort()).toEqual(inIndex.sort())
  })

  test('every endpoint that it describes exists', async () => {
    for (const { path, method } of operations()) {
      const real = path.replace(/\{\w+\}/g, 'none')
      const where = `${method.toUpperCase()} ${real}`
      const reply = await call(service(), where, { key, body: method === 'get' ? undefined : {} })
      expect([where, reply.status]).not.toEqual([where, 405])
      const nowhere = reply.status === 404 && reply.text.includes('There is nothing at')
      expect([where, nowhere]).toEqual([where, false])
    }
  })

  test('answers are as their schemas say, with no status that is not documented', async () => {
    const order = { amount_cents: 500 }
    const requests: [string, unknown?][] = [
      ['GET /'],
      ['GET /enrich/pricing'],
      ['GET /enrich/categories'],
      ['GET /usage'],
      ['GET /usage?granularity=hour'],
      ['GET /usage?granularity=week'],
      ['GET /payments/balance'],
      ['GET /ledger'],
      ['GET /ledger/1', undefined],
      ['GET /ledger/999'],
      ['GET /keys'],
      ['GET /healthz'],
      ['GET /readyz'],
      ['POST /enrich', { description: 'NETFLIX.COM', amount: -15.49 }],
      ['POST /enrich', { description: 5 }],
      ['POST /enrich/batch', { transactions: [{ description: 'UBER' }, {}] }],
      ['POST /enrich/company', { name: 'Stripe' }],
      ['POST /enrich/company', { name: 'Zzyqx Nonexistent 991' }],
      ['POST /enrich/domain', { domain: 'stripe.com' }],
      ['POST /enrich/social', { domain: 'stripe.com' }],
      ['POST /enrich/person', { email: 'patrick.collison@stripe.com' }],
      ['POST /auth/register', { email: 'schema@example.com', password: 'correct horse battery' }],
      ['POST /auth/register', { email: 'schema@example.com', password: 'correct horse battery' }],
      ['POST /auth/login', { email: 'schema@example.com', password: 'correct horse battery' }],
      ['POST /auth/login', { email: 'schema@example.com', password: 'something else' }],
      ['POST /payments/create-order', order],
      ['POST /keys', { name: 'of the schema test' }],
    ]
    for (const [where, body] of requests) {
      const reply = await call(service(), where, { key, body })
      const [method = '', target = ''] = where.split(' ')
      const path = (target.split('?')[0] ?? '').replace(/^\/ledger\/\d+$/, '/ledger/{seq}')
      const operation = operations().find(
        (each) => each.path === path && each.method === method.toLowerCase(),
      )?.operation
      const responses = (operation?.responses ?? {}) as Members
      const response = responses[String(reply.status)]
      expect([where, reply.status, response !== undefined]).toEqual([where, reply.status, true])
      const type = (reply.headers.get('content-type') ?? '').split(';')[0] ?? ''
      const resolved = follow(response)
      const content = Object.entries((at(resolved, 'content') ?? {}) as Members)
      const described = content.find(([name]) => name === type)?.[1]
      expect([where, type, described !== undefined]).toEqual([where, type, true])
      const faults = faultsIn(reply.body, at(described, 'schema'), document)
      expect({ where, faults }).toEqual({ where, faults: [] })
    }
  })

  test('is what the docs are made from: every path is in /docs/reference', async () => {
    const { text } = await call(service(), 'GET /docs/reference')
    const missing = operations().filter(({ path }) => !text.includes(path))
    expect(missing.map(({ path }) => path)).toEqual([])
  })
})

function follow(value: unknown): unknown {
  const reference = at(value, '$ref')
  if (typeof reference !== 'string') return value
  return at(document, reference.slice(2).replaceAll('/', '.'))
}
