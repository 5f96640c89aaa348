import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DoneOffsets } from '../../src/workers/done-offsets.ts'

test('an open record holds back those behind it, and only those', () => {
  const done = new DoneOffsets()
  for (const offset of [10, 11, 13]) done.taken(offset)
  expect(done.done(11)).toBeNull()
  expect(done.done(10)).toBe(12)
  expect(done.done(13)).toBe(14)
})

test('in whatever order records finish, nothing is committed that is not done', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(30), { minLength: 1 }), (offsets) => {
      const taken = [...offsets].sort((a, b) => a - b)
      const done = new DoneOffsets()
      for (const offset of taken) done.taken(offset)
      const finished = new Set<number>()
      let last: number | null = null
      for (const offset of offsets) {
        finished.add(offset)
        const next = done.done(offset)
        last = next ?? last
        const below = taken.filter((some) => some < (last ?? 0))
        expect(below.every((some) => finished.has(some))).toBe(true)
      }
      expect(last).toBe((taken.at(-1) ?? 0) + 1)
    }),
  )
})
