import { expect, test } from 'vitest'
import { forestOf, type Tree } from '../../../../src/catalog/matcher/knowledge/trees.ts'
import { factsOf } from '../../../../src/catalog/matcher/reader/line-facts.ts'
import { nameSpans } from '../../../../src/catalog/matcher/reader/name-span.ts'
import { read } from '../../../../src/catalog/matcher/reading/reading.ts'
import { testCatalog } from '../../open-test-catalog.ts'

const catalog = testCatalog()
/** The first sign of a beginning is its place: from the second word on the odds are others. */
const tree = (first: number, later: number): Tree => ({
  signs: [0],
  limits: [0],
  leaves: [first, later],
})
const even = forestOf(0, [tree(0, 0)])

function startsOf(line: string, first: number): number[] {
  const facts = factsOf(read(catalog, line, -20), catalog.reader)
  const spans = nameSpans(facts, { start: forestOf(0, [tree(first, 0)]), end: even })
  return [...new Set(spans.map(({ from }) => from))]
}

test('two beginnings of a name are weighed where neither is much likelier', () => {
  expect(startsOf('BAKERY ROSEMARY GARDEN', 1)).toEqual([0, 1])
  expect(startsOf('BAKERY ROSEMARY GARDEN', 9)).toEqual([0])
})

test('a word against which its letters and neighbours speak is no beginning, if another is there', () => {
  expect(startsOf('PAIEMENT PAR CARTE BOULANGERIE ROSALIE', 9)).not.toContain(0)
})
