import { expect, test } from 'vitest'
import type { EnrichedTransaction } from '../../../src/enrichment/transaction.ts'
import type { Reading } from '../../../src/jobs/reading.ts'
import { beginRows } from '../../../src/workers/chunks/chunk-rows.ts'
import type { Enriching } from '../../../src/workers/enriching/enrichment-of.ts'

const told: EnrichedTransaction = {
  ...{ merchant: 'Corner Bakery', category: 'Food and Drink', subcategory: 'Bakery' },
  ...{ logo_url: null, website: null, mcc_code: '5462', confidence: 0.7 },
}
const nobody = { ...told, merchant: null }
const untold = { ...nobody, category: 'Other', subcategory: 'Other' }
const answers: Readonly<Record<string, EnrichedTransaction>> = { told, nobody, untold }

/** Rows that are transactions use the recognition, and nothing else that enriches. */
const knowledge = {
  recognise: ({ description }) => answers[description] ?? untold,
} as Pick<Enriching, 'recognise'> as Enriching // as: see above.

async function chunkOf(descriptions: readonly string[], floor: number | null = null) {
  const reading: Reading = {
    type: 'transaction',
    expand: [],
    min_confidence: floor,
    source: null,
    statement: null,
    table: null,
  }
  const staged = descriptions.map((description) => ({ description }))
  const rows = { reading, firstRow: 1, staged, owner: 'acc_1' }
  return (await beginRows(knowledge, rows, async () => {})).rest(new AbortController().signal)
}

test('a row of which neither a merchant nor a category can be told is free, and no failure', async () => {
  const chunk = await chunkOf(['told', 'untold', 'nobody', 'untold'])
  expect(chunk).toMatchObject({ items: 2, failed: 0 })
  expect([...chunk.unmatched]).toContainEqual(['untold', 2])
  expect(chunk.lines).toHaveLength(4)
})

test('a chunk of nothing but such rows says that there is nothing to charge', async () => {
  expect(await chunkOf(['untold'])).toMatchObject({ items: 0, freeReason: 'nothing_to_charge' })
  const below = { items: 0, freeReason: 'below_min_confidence' }
  expect(await chunkOf(['untold', 'told'], 0.9)).toMatchObject(below)
})
