import { expect, test } from 'vitest'
import { trainReader } from '../../../../src/catalog/build/train/train-reader.ts'
import { readDataLines } from '../../../../src/catalog/data-files.ts'
import { readReader } from '../../../../src/catalog/matcher/knowledge/reader.ts'
import { testCatalog } from '../../open-test-catalog.ts'

/** Enough to see that the training works; the models in the repository learn from far more. */
const lines = 2_000

test('the same lines give the same models, which tell right from wrong on lines unseen', () => {
  const told: string[] = []
  const first = trainReader(testCatalog(), lines, (line) => told.push(line))
  const again = trainReader(testCatalog(), lines, () => {})
  expect(again).toEqual(first)
  const areas = told.flatMap((line) => /area (\S+)$/.exec(line)?.[1] ?? []).map(Number)
  expect(areas.length).toBe(5)
  expect(Math.min(...areas)).toBeGreaterThan(0.75)
  expect(
    readReader(first.words, first.roles, first.models, readDataLines('limits.tsv')).brand.count,
  ).toBeGreaterThan(0)
}, 180_000)
