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
const brands = [...catalog.companies]
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

test('a site that is spelled out is nearly always its owner', () => {
  const sites = [...catalog.companies].filter(({ rank, domain }) => rank >= 8 && domain !== null)
  const asked = sites.filter((_, at) => at % 9 === 0)
  const found = asked.filter(({ id, domain }) => {
    const answer = matchLine(catalog, `POS WWW.${domain?.toUpperCase()} 0412`, -20)
    return (answer.merchantId === id || answer.domain === domain) && answer.confidence >= 0.9
  })
  expect(found.length / asked.length).toBeGreaterThan(0.99)
  expect(asked.length).toBeGreaterThan(2_000)
})

test.each([
  ['WWW.HL.CO.UK BRISTOL GBR', 'hl.co.uk'],
  ['POS PURCHASE TD.COM TORONTO', 'td.com'],
  ['AMAZON.CO.UK*MK1 LONDON', 'amazon.co.uk'],
])('%s spells its merchant', (line, domain) => {
  expect(matchLine(catalog, line, -20)).toMatchObject({ domain })
})

test.each([
  ['UBER EATS PENDING HELP.UBER.COM', 'Uber Eats'],
  ['AUDIBLE*RT4471882 AMZN.COM/BILL NJ', 'Audible'],
  ['AMAZON PRIME*RT4471882 AMZN.COM/BILL WA', 'Amazon Prime'],
  ['AMAZON MKTPL*RT4471882 AMZN.COM/BILL WA', 'Amazon'],
  ['TFL CONGESTION CHARGE TFL.GOV.UK', 'TfL Congestion Charge'],
  ['TFL.GOV.UK/CP CROYDON', 'Transport for London'],
])('of those who share a site the line names one: %s', (line, merchant) => {
  expect(matchLine(catalog, line, -20)).toMatchObject({ merchant })
})

test('a site stays its own where its word stands in another name as well', () => {
  const { domain, confidence } = matchLine(catalog, 'TARGET.COM/PAY SUPER TARGET LANE 0412', -20)
  expect(domain).toBe('target.com')
  expect(confidence).toBeGreaterThan(0.9)
})

test('the provider of an address is not the merchant', () => {
  const { domain, confidence } = matchLine(catalog, 'PAYMENT ANNA.LIND@GMAIL.COM 0412', -20)
  expect(domain === null || confidence < 0.7).toBe(true)
})
