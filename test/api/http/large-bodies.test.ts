import { expect, test } from 'vitest'
import { isLarge, openLargeBodies } from '../../../src/api/http/large-bodies.ts'

/** Rounds that go on when the test says so. */
function openRounds() {
  const rounds: (() => void)[] = []
  const bodies = openLargeBodies((round) => rounds.push(round))
  return { bodies, next: () => rounds.shift()?.(), waiting: () => rounds.length }
}

/** Notes its name whenever a piece of it may come, so many times. */
function bodyOf(name: string, heard: string[]) {
  return { pause: () => heard.push(`-${name}`), resume: () => heard.push(name) }
}

test('two bodies go on in a round, in the order of their coming, and no round is left over', () => {
  const { bodies, next, waiting } = openRounds()
  const heard: string[] = []
  for (const name of ['a', 'b', 'c']) bodies.pause(bodyOf(name, heard), 'reads')
  expect(heard.splice(0)).toEqual(['-a', '-b', '-c'])
  next()
  expect(heard.splice(0)).toEqual(['a', 'b'])
  next()
  expect(heard).toEqual(['c'])
  expect(waiting()).toBe(0)
})

test('what is thrown away keeps nobody from reading', () => {
  const { bodies, next } = openRounds()
  const heard: string[] = []
  for (let count = 0; count < 1_000; count += 1) bodies.pause(bodyOf('thrown', []), 'others')
  bodies.pause(bodyOf('read', heard), 'reads')
  next()
  expect(heard).toEqual(['-read', 'read'])
})

test('a request whose body is large begins at its turn; one that hides its length is large', async () => {
  const { bodies, next } = openRounds()
  const begun: number[] = []
  const turns = [1, 2, 3].map((place) => bodies.turn().then(() => begun.push(place)))
  next()
  await Promise.all(turns.slice(0, 2))
  expect(begun).toEqual([1, 2])
  const lengths = ['100', '65536', '65537'].map((length) => ({ 'content-length': length }))
  expect(lengths.map((headers) => isLarge({ headers }))).toEqual([false, false, true])
  expect(isLarge({ headers: { 'transfer-encoding': 'chunked' } })).toBe(true)
  expect(isLarge({ headers: {} })).toBe(false)
})
