import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DigestSet, newDigestSeed } from '../../src/audit/digest-set.ts'

const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\0', '\uffff', '\ud800'), maxLength: 4 })
const words = fc.constantFrom(0, 1, 97, 0x610061, 2 ** 31 - 1)
const scopes = fc.record({ high: words, low: words })

test('a set of digests has what was added to it, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(texts, scopes), { maxLength: 60 }), (added) => {
      const digests = new DigestSet()
      const known = new Set<string>()
      for (const [text, scope] of added) {
        const name = `${scope.high} ${scope.low}/${text}`
        expect(digests.add(text, scope)).toBe(!known.has(name))
        known.add(name)
        expect(digests.has(text)).toBe(known.has(`0 0/${text}`))
      }
      expect(digests.size).toBe(known.size)
    }),
  )
})

test('it keeps all while it grows', () => {
  const digests = new DigestSet()
  const names = Array.from({ length: 150_000 }, (_, index) => `cmd_${index}`)
  expect(names.every((name) => digests.add(name))).toBe(true)
  expect(names.some((name) => digests.add(name) || !digests.has(name))).toBe(false)
  expect(digests.size).toBe(names.length)
})

test('two sets of one seed tell whether they have anything in common', () => {
  const seed = newDigestSeed()
  const [one, other] = [new DigestSet(seed), new DigestSet(seed)]
  const scope = one.scopeOf('acc_1')
  expect(other.scopeOf('acc_1')).toEqual(scope)
  expect(other.scopeOf('acc_2')).not.toEqual(scope)
  for (let index = 0; index < 1_000; index += 1) {
    one.add(`cmd_${index}`, scope)
    other.add(`cmd_${index}`, one.scopeOf('acc_2'))
    other.add(`cmd_${index + 1_000}`, scope)
  }
  expect(one.hasAny(other.words)).toBe(false)
  other.add('cmd_999', scope)
  expect(one.hasAny(other.words)).toBe(true)
})
