import { describe, expect, test } from 'vitest'
import { testCatalog } from '../open-test-catalog.ts'

const { named, alternativesTo, shelvedByDomain } = testCatalog()

describe('a company is found however its name is written', () => {
  test.each([
    ['Coca-Cola Company (The)', 'coca-colacompany.com'],
    ['Lilly (Eli)', 'lilly.com'],
    ['J. M. Smucker Co., The', 'jmsmucker.com'],
    ['Hartford (The)', 'thehartford.com'],
    ['Alphabet Inc. (Class A)', 'abc.xyz'],
    ['MARRIOTT INTL INC /MD/', 'marriott.com'],
    ['Marks und Spencer', 'marksandspencer.com'],
    ['Procter and Gamble Company', 'pg.com'],
    ['PT Astra International Tbk', 'astra.co.id'],
    ['ПАО «Газпром»', 'gazprom.com'],
    ['Grupo Bimbo, S.A.B. de C.V.', 'grupobimbo.com'],
    ['LOréal S.A.', 'loreal.com'],
    ['Westinghouse Air Brake Technologies', 'wabteccorp.com'],
    ['Peter Kiewit Sons’', 'kiewit.com'],
    ['Super Micro Computer, Inc.', 'supermicro.com'],
    ['Woolworths Group Limited (Australia)', 'woolworthsgroup.com.au'],
    ['TI Texas Instruments', 'ti.com'],
    ['FEMSA Fomento Económico Mexicano', 'femsa.com'],
    ['Turkcell İletişim Hizmetleri A.Ş.', 'turkcell.com.tr'],
    ['JPMorgan Chase Bank, National Association', 'jpmorganchase.com'],
    ['Flipkart India Private Limited', 'flipkart.com'],
    ['Interpublic Group of Cos', 'interpublic.com'],
    ['삼성전자 주식회사', 'samsung.com'],
    ['Carrefour S.A.', 'carrefour.com'],
    ['Merck KGaA', 'merckgroup.com'],
    ['Prudential plc', 'prudentialplc.com'],
    ['HSBC', 'hsbc.com'],
    ['Coca-Cola', 'coca-colacompany.com'],
    ['Toys R Us', 'toysrus.com'],
  ])('%s', (name, domain) => {
    expect(named(name, null)?.company.domain).toBe(domain)
  })
})

test.each([
  ['Netflix, Inc.', 'name'],
  ['Wabtec', 'name'],
  ['Westinghouse Air Brake Technologies', 'name'],
  ['Facebook', 'former_name'],
  ['Nobody At All (formerly Facebook, Inc.)', 'former_name'],
  ['Square, Inc.', 'former_name'],
  ['Delta', 'short_name'],
])('%s is told to be a %s', (name, matchedBy) => {
  expect(named(name, null)?.matchedBy).toBe(matchedBy)
})

test('a domain of the catalog has the names and facts that the shelf alone knows of it', () => {
  expect(named('Haverty Furniture Companies, Inc.', null)?.company).toMatchObject({
    domain: 'havertys.com',
    foundedYear: 1885,
    hq: 'Atlanta, Georgia',
  })
  expect(named('Skyline Champion', null)?.company.domain).toBe('championhomes.com')
})

test('a legal form or an article alone is nobody', () => {
  for (const name of ['GmbH & Co. KG', 'The', 'Inc.', '(The)', '', '   ', '株式会社']) {
    expect(named(name, null)).toBeNull()
  }
})

test('words of JavaScript are names like others', () => {
  for (const name of ['constructor', '__proto__', 'toString Ltd']) {
    expect(() => named(name, null)).not.toThrow()
  }
})

test.each([
  [null, 'merck.com'],
  ['US', 'merck.com'],
  ['DE', 'merckgroup.com'],
  ['JP', 'merck.com'],
])(
  'of several companies of a name the country decides, where one is there: %s',
  (country, domain) => {
    expect(named('Merck', country)?.company.domain).toBe(domain)
  },
)

test('the others of a name are its alternatives, the chosen one is not', () => {
  const meant = named('Delta', null)?.company
  if (meant === undefined) throw new Error('Delta is not found')
  const others = alternativesTo('Delta', meant)
  expect(others.length).toBeGreaterThan(1)
  expect(others.map(({ domain }) => domain)).not.toContain(meant.domain)
})

test.each(['Delta Software', 'Target Foods', 'Shell Motors', 'Ford Engineering Pty Ltd'])(
  'the trade of another is no proof: %s',
  (name) => {
    expect(named(name, null)).toBeNull()
  },
)

test('a company that registers name by its trade is found by its stem, an unknown one is not', () => {
  expect(named('Capital One Financial Corporation', null)?.company.domain).toBe('capitalone.com')
  expect(named('Digital Realty Trust, Inc.', null)?.company.domain).toBe('digitalrealty.com')
  expect(named('Quarrystone Energy', null)).toBeNull()
})

test('a record without a website gives way to the same company with one', () => {
  expect(named('Honeywell International', null)?.company.domain).toBe('honeywell.com')
  expect(named('ON Semiconductor', null)?.company.domain).toBe('onsemi.com')
})

test('a company of the shelf is found by its name and by its domains', () => {
  expect(shelvedByDomain('ipinfo.io')?.name).toBe('IPinfo')
  expect(named('IPinfo', null)?.company).toMatchObject({ domain: 'ipinfo.io', kind: 'shelf' })
})
