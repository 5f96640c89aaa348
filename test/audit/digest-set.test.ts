import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DigestSet } from '../../src/audit/digest-set.ts'

const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\0', '\uffff', '\ud800'), maxLength: 4 })
const scopes = fc.constantFrom(0, 1, 97, 0x610061, 2 ** 31 - 1)

test('a set of digests has what was added to it, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(texts, scopes), { maxLength: 60 }), (added) => {
      const digests = new DigestSet()
      const known = new Set<string>()
      for (const [text, scope] of added) {
        expect(digests.add(text, scope)).toBe(!known.has(`${scope}/${text}`))
        known.add(`${scope}/${text}`)
        expect(digests.has(text)).toBe(known.has(`0/${text}`))
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
