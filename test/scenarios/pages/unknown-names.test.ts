import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Route } from '../../../src/api/route.ts'
import { routes } from '../../../src/api/routes.ts'
import type { Account } from '../client.ts'
import { at, balanceOf, call, listAt, newAccount, textAt } from '../client.ts'
import { expectProblem, pointersOf } from '../problem.ts'
import { useService } from '../shared-service.ts'

const service = useService()
let account: Account
let token = ''

beforeAll(async () => {
  account = await newAccount(service(), 100)
  const { email, password } = account
  const session = await call(service(), 'POST /auth/login', { body: { email, password } })
  token = textAt(session.body, 'token')
})

const named = routes.map((route) => [`${route.method} ${route.path}`, route] as const)
const withBody = named.filter(([, { body }]) => body && !body.streamed)

function whereOf({ method, path }: Route, query = ''): string {
  return `${method} ${path.replace(/:domain/, 'example.com').replace(/:\w+/g, 'none')}${query}`
}

function keyOf({ auth }: Route): { key?: string } {
  if (auth === 'public') return {}
  return { key: auth === 'session' ? token : account.key }
}

function membersOf({ body }: Route): readonly string[] {
  return body?.schema instanceof z.ZodObject ? Object.keys(body.schema.shape) : []
}

function isStrict({ body }: Route): boolean {
  return body?.schema instanceof z.ZodObject && body.schema.def.catchall instanceof z.ZodNever
}

function send(route: Route, members: object, query = '') {
  return call(service(), whereOf(route, query), { ...keyOf(route), body: members })
}

describe('a query parameter that is not known', () => {
  test.each(named)('%s: is a 400 that names it', async (_name, route) => {
    const sent = { ...keyOf(route), ...(route.method === 'GET' ? {} : { body: {} }) }
    const reply = await call(service(), whereOf(route, '?zzz_unknown=1'), sent)
    expectProblem(reply, 400)
    expect(pointersOf(reply)).toEqual(['zzz_unknown'])
    expect(textAt(reply.body, 'detail')).toContain('zzz_unknown')
  })

  const queried = named.flatMap(([, route]) =>
    Object.keys(route.query?.shape ?? {}).map((name) => [whereOf(route), name, route] as const),
  )
  test.each(queried)('%s: the nearest to a slip of %s is told', async (_where, name, route) => {
    const slip = `${name}${name.at(-1)}`
    const sent = { ...keyOf(route), ...(route.method === 'GET' ? {} : { body: {} }) }
    const reply = await call(service(), whereOf(route, `?${slip}=1`), sent)
    expectProblem(reply, 400)
    expect(textAt(reply.body, 'detail')).toContain(`the nearest parameter is ${name}.`)
  })

  test('costs nothing, and comes before any row of a file is read', async () => {
    const before = await balanceOf(service(), account)
    for (const query of [
      '?dryrunn=true',
      '?min_confidnce=1',
      '?%00=1',
      '?%ED%A0%80=1',
      '?=1',
      '?',
    ]) {
      const sent = { key: account.key, raw: 'description\nNETFLIX.COM\n' }
      const headers = { 'content-type': 'text/csv' }
      if (query !== '?') {
        expectProblem(await call(service(), `POST /jobs${query}`, { ...sent, headers }), 400)
      }
    }
    const many = `?${Array.from({ length: 100 }, (_, index) => `x${index}=1`).join('&')}`
    expect(
      pointersOf(await call(service(), `GET /ledger${many}`, { key: account.key })),
    ).toHaveLength(20)
    expect(await balanceOf(service(), account)).toBe(before)
  })

  test('tells a stranger nothing', async () => {
    expectProblem(await call(service(), 'GET /ledger?zzz=1'), 401)
  })
})

describe('a member of a body that is not known', () => {
  test('is refused by all endpoints of accounts, keys, webhooks and orders, and by no other', () => {
    const open = withBody.filter(([, route]) => !isStrict(route)).map(([name]) => name)
    expect(open).toEqual([
      'POST /enrich',
      'POST /enrich/batch',
      'POST /enrich/company',
      'POST /enrich/domain',
      'POST /enrich/social',
      'POST /enrich/person',
      'POST /mcp',
      'POST /feedback',
      'POST /privacy/opt-out',
    ])
  })

  const strict = withBody.filter(([, route]) => isStrict(route))
  test.each(strict)('%s: is a 400 that names it', async (_name, route) => {
    const [example] = route.body?.examples ?? []
    const reply = await send(route, { ...Object(example), zzz_unknown: 1 })
    expectProblem(reply, 400)
    expect(pointersOf(reply)).toEqual(['/zzz_unknown'])
  })

  const slips = withBody.flatMap(([name, route]) =>
    membersOf(route).map((member) => [name, member, route] as const),
  )
  test.each(slips)('%s: a slip of %s is a 400 that names it', async (_name, member, route) => {
    const [example] = route.body?.examples ?? []
    const slip = `${member}${member.at(-1)}`
    const reply = await send(route, { ...Object(example), [slip]: null })
    expectProblem(reply, 400)
    expect(pointersOf(reply)).toContain(`/${slip}`)
    expect(textAt(reply.body, 'detail')).toContain(`the nearest member is ${member}.`)
  })

  test('a setting that does not exist is not taken for done', async () => {
    const sent = { key: account.key, body: { password: 'another, longer one' } }
    const reply = await call(service(), 'PATCH /account', sent)
    expectProblem(reply, 400)
    expect(textAt(reply.body, 'detail')).toContain('/password is not known')
    const logOut = { key: token, body: { everywhere: true } }
    expectProblem(await call(service(), 'POST /auth/logout', logOut), 400)
    expect((await call(service(), 'GET /account', { key: token })).status).toBe(200)
  })

  test('an item of a batch answers in its place, free; others and own members are as before', async () => {
    const transactions = [
      { description: 'NETFLIX.COM', ammount: -5, id: 'slip' },
      { description: 'NETFLIX.COM', uid: 7, colour: 'red' },
    ]
    const reply = await call(service(), 'POST /enrich/batch', {
      key: account.key,
      body: { transactions },
    })
    expect(reply.headers.get('free-calls-used')).toBe('1')
    const [slip, fine] = listAt(reply.body, 'results')
    expect(slip).toEqual({
      id: 'slip',
      error: {
        code: 'invalid_request',
        message: 'is not known: the nearest member is amount',
        pointer: '/transactions/0/ammount',
      },
    })
    expect(at(fine, 'merchant')).toBe('Netflix')
  })
})

test('the description says which bodies take no other members', async () => {
  const { body: document } = await call(service(), 'GET /openapi.json')
  for (const [name, route] of withBody) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    const operation = at(at(at(document, 'paths'), path), route.method.toLowerCase())
    const content = at(operation, 'requestBody.content') as Record<string, unknown>
    const reference = String(at(content['application/json'], 'schema.$ref'))
    const schema = at(document, reference.slice('#/'.length).replaceAll('/', '.'))
    expect([name, schema !== undefined]).toEqual([name, true])
    const extra = at(schema, 'additionalProperties')
    expect([name, extra]).toEqual([name, isStrict(route) ? false : undefined])
  }
})
