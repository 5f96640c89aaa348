import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { disputeDue, refundDue, type Taking } from '../../../src/api/money/takings.ts'

/** However a provider's words come, an order gives back what was refunded, and no more than it was. */
const ordered = 1_000

type Word = { readonly refunded: number } | { readonly disputed: number; readonly won: boolean }

/** As `claimTaking` does it: a word takes once. */
function takenBy(words: readonly Word[]): readonly Taking[] {
  let takings: Taking[] = []
  for (const told of words) {
    const isRefund = 'refunded' in told
    const word = isRefund ? `refund:${told.refunded}` : `dispute:${told.disputed}`
    if (!takings.some((taking) => taking.word === word)) {
      const cents = isRefund
        ? refundDue(ordered, takings, told.refunded)
        : disputeDue(ordered, takings, told.disputed)
      if (cents > 0) takings = [...takings, { word, cents, returned: false }]
    }
    if (!isRefund && told.won) {
      takings = takings.map((taking) =>
        taking.word === word ? { ...taking, returned: true } : taking,
      )
    }
  }
  return takings
}

function standing(takings: readonly Taking[]): number {
  return takings.reduce((sum, { cents, returned }) => sum + (returned ? 0 : cents), 0)
}

const refunds = fc.array(fc.record({ refunded: fc.integer({ min: 1, max: 2_000 }) }), {
  minLength: 1,
  maxLength: 8,
})
const disputes = fc.array(
  fc.record({ disputed: fc.integer({ min: 1, max: 2_000 }), won: fc.boolean() }),
  { maxLength: 4 },
)

describe('what a provider takes back', () => {
  test('by refunds in any order, doubled or not, is the largest total, up to the order', () => {
    fc.assert(
      fc.property(refunds, (words) => {
        const largest = Math.max(...words.map(({ refunded }) => refunded))
        expect(standing(takenBy([...words, ...words]))).toBe(Math.min(ordered, largest))
      }),
    )
  })

  test('by refunds and disputes together is never more than the order', () => {
    const both = fc.tuple(refunds, disputes).chain(([some, others]) => {
      const words: readonly Word[] = [...some, ...others]
      return fc.shuffledSubarray([...words], { minLength: words.length })
    })
    fc.assert(
      fc.property(both, (words) => {
        expect(standing(takenBy(words))).toBeLessThanOrEqual(ordered)
      }),
    )
  })

  test('by a total of 400 and one of 1,000 without a word of before is 1,000, not 1,400', () => {
    expect(standing(takenBy([{ refunded: 400 }, { refunded: 1_000 }]))).toBe(1_000)
    expect(standing(takenBy([{ refunded: 1_000 }, { refunded: 400 }]))).toBe(1_000)
  })
})
