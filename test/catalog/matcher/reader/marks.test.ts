import { expect, test } from 'vitest'
import { factsOf } from '../../../../src/catalog/matcher/reader/line-facts.ts'
import { mark, markAt } from '../../../../src/catalog/matcher/reader/marks.ts'
import { read } from '../../../../src/catalog/matcher/reading/reading.ts'
import { testCatalog } from '../../open-test-catalog.ts'

const catalog = testCatalog()

test('a word that the line says again is marked, and one that begins a longer word', () => {
  const { marks } = factsOf(
    read(catalog, 'BRUMVEX DELI BRUMVEXDELI.COM 0412 DELI', -20),
    catalog.reader,
  )
  expect([0, 1, 2].map((at) => markAt(marks, at, mark.again))).toEqual([2, 1, 0])
})
