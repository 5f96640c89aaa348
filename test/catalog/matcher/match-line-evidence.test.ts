import { expect, test } from 'vitest'
import { matchLine } from '../../../src/catalog/matcher/match-line.ts'
import { testCatalog } from '../open-test-catalog.ts'

const catalog = testCatalog()
const towns: Readonly<Record<string, string>> = {
  US: 'DENVER CO',
  GB: 'LEEDS GBR',
  DE: 'KOELN DEU',
  FR: 'LYON FRA',
  AU: 'PERTH AUS',
  IN: 'PUNE IND',
}
/** Names like those of banks and towns are read as such behind other words. */
const exceptions = 0.01

/** Well-known brands whose domain begins with their name: every fourth, to be quick. */
const brands = catalog.companies
  .filter(({ category, domain, key, rank }) => {
    return rank >= 8 && category !== null && domain?.slice(0, domain.indexOf('.')) === key
  })
  .filter((_, at) => at % 4 === 0)

function share(more: (brand: (typeof brands)[number]) => string | null): number {
  let asked = 0
  let lowered = 0
  for (const brand of brands) {
    const line = more(brand)
    const plain = matchLine(catalog, `${brand.key.toUpperCase()} 0412`, -20)
    if (line === null || plain.merchantId !== brand.id) continue
    const told = matchLine(catalog, line, -20)
    asked += 1
    if (told.merchantId !== brand.id || told.confidence < plain.confidence) lowered += 1
  }
  expect(asked).toBeGreaterThan(400)
  return lowered / asked
}

test('a domain that is spelled out hardly ever lowers the confidence', () => {
  const lowered = share(({ domain }) => (domain === null ? null : `${domain.toUpperCase()} 0412`))
  expect(lowered).toBeLessThanOrEqual(exceptions)
})

test("a town of the brand's country hardly ever lowers the confidence", () => {
  const lowered = share(({ countries, key }) => {
    const town = towns[countries[0] ?? '']
    return town === undefined ? null : `${key.toUpperCase()} 0412 ${town}`
  })
  expect(lowered).toBeLessThanOrEqual(exceptions)
})
