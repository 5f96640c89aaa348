import { expect, test } from 'vitest'
import { findCandidates } from '../../../../src/catalog/matcher/brands/candidates.ts'
import { read } from '../../../../src/catalog/matcher/reading/reading.ts'
import { testCatalog } from '../../open-test-catalog.ts'

test('a brand that is a number is found where it stands whole, and not in a longer number', () => {
  const catalog = testCatalog()
  const { tokens } = read(catalog, 'KASSE 7-11 08/12', -20)
  const found = findCandidates(catalog, tokens, { start: 0, end: tokens.length })
  const names = found.map(({ company }) => company.name)
  expect(names).toContain('7-Eleven')
  expect(names).not.toContain('11 PLC')
})
