import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MemberClaim, share } from '../../../../src/log/kafka/group/assigner.ts'

const numbers = Array.from({ length: 8 }, (_, number) => number)
const claimsOf = fc
  .uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 12 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc.record({
          id: fc.constant(id),
          instance: fc.constantFrom('a', 'b', 'c'),
          owned: fc.uniqueArray(fc.integer({ min: 0, max: 9 })),
        }),
      ),
    ),
  )

test('every partition has one owner, and shares differ by one at most, whatever is claimed', () => {
  fc.assert(
    fc.property(claimsOf, (claims) => {
      const shares = [...share(numbers, claims).values()]
      expect(shares.flat().sort()).toEqual(numbers)
      const sizes = shares.map(({ length }) => length)
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
      expect(shares).toHaveLength(claims.length)
    }),
  )
})

test('the order in which members are named decides nothing', () => {
  fc.assert(
    fc.property(claimsOf, (claims) => {
      const sorted = (some: ReturnType<typeof share>) => new Map([...some].sort())
      expect(sorted(share(numbers, [...claims].reverse()))).toEqual(sorted(share(numbers, claims)))
    }),
  )
})

test('who joins or leaves moves no more partitions than equal shares need', () => {
  const joined = share(numbers, [member('a', numbers), member('b')])
  expect(joined.get('a')).toEqual([0, 1, 2, 3])
  const third = share(numbers, [...owners(joined), member('c')])
  expect(kept(joined, third)).toBe(6)
  const left = share(numbers, owners(third).slice(1))
  expect(kept(third, left)).toBe(third.get('b')?.length)
  expect(share(numbers, owners(left))).toEqual(left)
})

function member(id: string, owned: readonly number[] = []): MemberClaim {
  return { id, instance: id, owned }
}

function owners(shares: ReturnType<typeof share>): readonly MemberClaim[] {
  return [...shares].map(([id, owned]) => member(id, owned))
}

/** How many partitions of members that are still there stayed. */
function kept(before: ReturnType<typeof share>, after: ReturnType<typeof share>): number {
  const first = (shares: ReturnType<typeof share>, id: string) => shares.get(id) ?? []
  const each = [...before.keys()].slice(0, 2).filter((id) => after.has(id))
  return each.flatMap((id) => first(before, id).filter((n) => first(after, id).includes(n))).length
}
