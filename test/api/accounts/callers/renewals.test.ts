import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openRenewals } from '../../../../src/api/accounts/callers/renewals.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }))
afterEach(() => void vi.useRealTimers())

function opened(answer: () => Promise<unknown> = () => Promise.resolve()) {
  const asked: (readonly string[])[] = []
  const renewals = openRenewals((tokens) => {
    asked.push(tokens)
    return answer()
  })
  return { ...renewals, asked, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

test('of many keys in use those that were used last are renewed', async () => {
  const { use, asked, pass } = opened()
  for (let count = 0; count <= 500; count += 1) use(`key-${count}`)
  use('key-1')
  use('one-more')
  await pass(200)
  expect(asked[0]).toHaveLength(500)
  expect(asked[0]).not.toContain('key-0')
  expect(asked[0]).not.toContain('key-2')
  expect(asked[0]).toContain('key-1')
})

test('a question that fails does not end the renewals', async () => {
  const { use, asked, pass } = opened(() => Promise.reject(new Error('Postgres is away')))
  use('key')
  await pass(1_000)
  expect(asked).toHaveLength(5)
})

test('there is one question at a time, however long it takes', async () => {
  const { use, asked, pass } = opened(() => new Promise(() => {}))
  use('key')
  await pass(2_000)
  expect(asked).toHaveLength(1)
})

test('a key that ended is not renewed, and without keys nothing is asked', async () => {
  const { use, end, asked, pass } = opened()
  use('revoked')
  use('kept')
  await pass(200)
  end('revoked')
  await pass(200)
  expect(asked).toEqual([['revoked', 'kept'], ['kept']])
  await pass(10_000)
  expect(asked).toHaveLength(24)
  use('revoked')
  await pass(200)
  expect(asked.at(-1)).toEqual(['revoked'])
})
