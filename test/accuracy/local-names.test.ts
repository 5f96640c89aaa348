import { expect, test } from 'vitest'
import { matchLine } from '../../src/catalog/matcher/match-line.ts'
import { testCatalog } from '../catalog/open-test-catalog.ts'
import { brandsAfterAll, localLines } from './local-names.ts'

/** From this rank on a brand is known to everybody in its country. */
const famousRank = 6
const sureFrom = 0.7

test('no local shop of ten countries is taken for a famous brand', () => {
  const catalog = testCatalog()
  const ranks = new Map([...catalog.companies].map(({ id, rank }) => [id, rank]))
  const lines = localLines().filter(({ name }) => !brandsAfterAll.has(name))
  expect(lines.length).toBeGreaterThan(25_000)
  const taken = lines.flatMap(({ line }) => {
    const { merchant, merchantId, confidence } = matchLine(catalog, line, -20)
    const famous = merchantId !== null && (ranks.get(merchantId) ?? 0) >= famousRank
    return famous && confidence >= sureFrom ? [`${line} → ${merchant} ${confidence}`] : []
  })
  expect(taken).toEqual([])
}, 180_000)
