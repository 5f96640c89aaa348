import { expect, test } from 'vitest'
import { Pace } from '../../../src/api/admission/pace.ts'

/** Seconds until it is too slow, at so many bytes a second; null when it is not within two minutes. */
function endsAfter(pace: Pace, bytesPerSecond: (second: number) => number): number | null {
  for (let second = 1; second <= 120; second += 1) {
    pace.received(bytesPerSecond(second))
    if (pace.isTooSlow(second * 1_000)) return second
  }
  return null
}

test('a small body must be whole within five seconds, told or not', () => {
  expect(endsAfter(new Pace({ declared: 110, startedAt: 0 }), () => 1)).toBe(5)
  expect(endsAfter(new Pace({ declared: null, startedAt: 0 }), () => 100)).toBe(5)
})

test('a larger one has 16 KB a second over any ten seconds', () => {
  const large = () => new Pace({ declared: 1_000_000, startedAt: 0 })
  expect(endsAfter(large(), () => 16_384)).toBeNull()
  expect(endsAfter(large(), () => 16_000)).toBe(10)
  expect(endsAfter(large(), () => 0)).toBe(10)
  expect(endsAfter(large(), (second) => (second <= 20 ? 40_000 : 0))).toBeLessThanOrEqual(30)
  expect(endsAfter(large(), (second) => (second % 10 === 0 ? 163_840 : 0))).toBeNull()
})

test('an upload is never small: it has its ten seconds', () => {
  expect(endsAfter(new Pace({ declared: 100, startedAt: 0, isUpload: true }), () => 1)).toBe(10)
})
