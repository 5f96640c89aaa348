import { expect, test } from 'vitest'
import { openLookUps } from '../../../../src/api/accounts/callers/look-ups.ts'

/** Questions that are answered when the test says so. */
function openHeld() {
  const questions: { tokens: readonly string[]; end: (error?: Error) => void }[] = []
  const lookUp = openLookUps(
    (tokens) =>
      new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
        const good = tokens.filter((token) => token.startsWith('good'))
        const found = new Map(good.map((token) => [token, `of ${token}`]))
        questions.push({ tokens, end: (error) => (error ? reject(error) : resolve(found)) })
      }),
    { waitingMax: 500 },
  )
  return { questions, lookUp }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('tokens that come while a question is under way are one question together', async () => {
  const { questions, lookUp } = openHeld()
  const first = lookUp('good 0')
  const others = Array.from({ length: 99 }, (_, n) => lookUp(`bad ${n}`))
  const good = lookUp('good 1')
  expect(questions.map(({ tokens }) => tokens.length)).toEqual([1])
  questions[0]?.end()
  expect(await first).toBe('of good 0')
  await turn()
  expect(questions.map(({ tokens }) => tokens.length)).toEqual([1, 100])
  questions[1]?.end()
  expect(await good).toBe('of good 1')
  expect(new Set(await Promise.all(others))).toEqual(new Set([null]))
  void lookUp('good 2')
  expect(questions).toHaveLength(3)
})

test('a question that fails is told to all who asked it, and the next one is asked', async () => {
  const { questions, lookUp } = openHeld()
  const first = lookUp('good 0')
  const next = lookUp('good 1')
  questions[0]?.end(new Error('Postgres is away'))
  await expect(first).rejects.toThrow('Postgres is away')
  await turn()
  questions[1]?.end()
  expect(await next).toBe('of good 1')
})

test('requests with one token share a look-up, and a flood of tokens is refused', async () => {
  const { questions, lookUp } = openHeld()
  const first = lookUp('good 0')
  const shared = Array.from({ length: 1_000 }, () => lookUp('good one'))
  for (let n = 1; n < 500; n += 1) void lookUp(`token ${n}`)
  expect(() => lookUp('one too many')).toThrow('Too many keys')
  questions[0]?.end()
  await first
  await turn()
  expect(questions[1]?.tokens.length).toBe(500)
  questions[1]?.end()
  expect(new Set(await Promise.all(shared))).toEqual(new Set(['of good one']))
})

test('nobody is given the answer to a question that was asked before he came', async () => {
  const { questions, lookUp } = openHeld()
  void lookUp('good one')
  const later = lookUp('good one')
  questions[0]?.end()
  await turn()
  expect(questions).toHaveLength(2)
  questions[1]?.end()
  expect(await later).toBe('of good one')
})
