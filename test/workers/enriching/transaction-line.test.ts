import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical } from '../../../src/ledger/canonical.ts'
import { isPlainTransaction, transactionSchema } from '../../../src/messages/items.ts'
import { plainTransactionLine } from '../../../src/workers/enriching/transaction-line.ts'

const text = fc.string({ unit: 'binary' }).map((written) => written.toWellFormed())
const maybe = fc.option(text)
const answer = fc.record({
  merchant: maybe,
  category: text,
  subcategory: text,
  logo_url: maybe,
  website: maybe,
  mcc_code: text,
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
})
const members = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null)))
const extras = fc.record(
  {
    row: fc.integer({ min: 1 }),
    id: fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true })),
    columns: members,
    metadata: members,
  },
  { requiredKeys: ['row'] },
)

test('a line written by its known members is the canonical one', () => {
  fc.assert(
    fc.property(answer, extras, (found, more) => {
      expect(plainTransactionLine(found, more)).toBe(canonical({ ...found, ...more }))
    }),
  )
})

test('what needs no schema is exactly what the schema lets pass', () => {
  const descriptions = fc.oneof(
    text,
    fc.constantFrom('', ' ', '\u00a0', '\ufeff', '\u2003', 'x'.repeat(4_096), 'x'.repeat(4_097), 7),
  )
  const amounts = fc.oneof(
    fc.double(),
    fc.constantFrom(null, undefined, 0, -0, 1e12, 1.1e12, -1e12, -1.1e12, '5'),
  )
  fc.assert(
    fc.property(descriptions, amounts, (description, amount) => {
      const { success } = transactionSchema.safeParse({ description, amount })
      expect(isPlainTransaction(description, amount)).toBe(success)
    }),
    { numRuns: 1_000 },
  )
})
