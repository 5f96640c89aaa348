import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../../src/api/routes.ts'
import type { Account } from '../client.ts'
import { call, enrich, listAt, newAccount, textAt } from '../client.ts'
import { shareService } from '../shared-service.ts'

/** Anybody can write a cursor or a time: what is none is the caller's mistake, never a 5xx. */
const service = shareService()
let account: Account
let job = ''
let webhook = ''

beforeAll(async () => {
  account = await newAccount(service(), 500)
  await enrich(service(), account.key)
  const body = { type: 'transaction', items: [{ description: 'NETFLIX.COM', amount: -1 }] }
  job = textAt((await call(service(), 'POST /jobs', { key: account.key, body })).body, 'id')
  const target = { url: 'https://example.com/hook', events: ['job.finished'] }
  const made = await call(service(), 'POST /webhooks', { key: account.key, body: target })
  webhook = textAt(made.body, 'id')
})

const lists = routes.filter(({ query }) => query && 'cursor' in query.shape)
const timed = routes.flatMap((route) => {
  const names = ['from', 'to', 'at'].filter((name) => route.query && name in route.query.shape)
  return names.map((name) => ({ route, name }))
})

function pathOf(path: string): string {
  const id = path.startsWith('/jobs') ? job : webhook
  return path.replace(/:\w+/g, id)
}

const bad = ['\0', '', 'a\0b', '\ud800', '0000-01-01T00:00:00.000Z', '-1', 'NaN', "'; --"]
const odd = [...bad, '9999-99-99T99:99:99.999Z', '+275760-09-13T00:00:00.000Z', 'x'.repeat(500)]
const values: readonly unknown[] = [...odd, 1e300, -1, 2 ** 53, 2 ** 31, 0.5, null, true, {}, []]
const time = '2026-01-01T00:00:00.000Z'
const positions: readonly unknown[] = [
  ...values,
  ...values.map((value) => [value]),
  ...values.flatMap((value) => [
    [value, value],
    [time, value],
    [value, 'key_1'],
    [1, value],
    [value, 'a line'],
    [time, 'key_1', value],
  ]),
]

describe('every list of the table', () => {
  test('is known to this test', () => {
    expect(lists.length).toBeGreaterThanOrEqual(8)
  })

  test.each(lists.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s answers forged cursors with 400, or a page',
    async (_name, { path, method }) => {
      for (const position of positions) {
        const cursor = Buffer.from(JSON.stringify(position)).toString('base64url')
        const where = `${method} ${pathOf(path)}?cursor=${cursor}`
        const reply = await call(service(), where, { key: account.key })
        if (reply.status === 200) expect(listAt(reply.body, 'data')).toBeDefined()
        else expect([position, reply.status]).toEqual([position, 400])
      }
    },
  )
})

test.each(timed.map(({ route, name }) => [`${route.path}?${name}`, route, name] as const))(
  '%s takes no time that nobody can have meant',
  async (_where, { path, method }, name) => {
    const times = ['0000-01-01', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '0001-01-01']
    for (const text of [...times, ...odd]) {
      const where = `${method} ${pathOf(path)}?${name}=${encodeURIComponent(text.toWellFormed())}`
      const reply = await call(service(), where, { key: account.key })
      expect([where, reply.status]).toEqual([where, 400])
    }
  },
)
