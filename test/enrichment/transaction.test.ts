import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { taxonomy } from '../../src/catalog/taxonomy.ts'
import {
  enrichedTransactionSchema,
  enrichTransaction,
  expansions,
} from '../../src/enrichment/transaction.ts'
import { testCatalog } from '../catalog/open-test-catalog.ts'

const catalog = testCatalog()
const baseUrl = 'https://enrich.example'
const enrich = (description: string, amount: number | null = null) =>
  enrichTransaction(catalog, { description, amount }, { baseUrl })

describe('a merchant of the catalog', () => {
  test.each([
    ['STARBUCKS STORE 20871 SEATTLE WA', 'Starbucks', 'starbucks.com'],
    ['POS DEBIT NETFLIX.COM 866-579-7172 CA', 'Netflix', 'netflix.com'],
    ['CARTE X4412 SPOTIFY GOTHENBURG 14/02', 'Spotify', 'spotify.com'],
    ['AMZN MKTP US*2K3PQ81 AMZN.COM/BILL WA', 'Amazon', 'amazon.com'],
  ])('%s', (line, merchant, website) => {
    const answer = enrich(line, -12.5)
    expect(answer).toMatchObject({ merchant, website, logo_url: `${baseUrl}/logo/${website}` })
    expect(answer.confidence).toBeGreaterThan(0.7)
    expect(answer.category).not.toBe('Other')
  })
})

test('an unknown shop behind a processor gets its own cleaned name, no site and an honest doubt', () => {
  const answer = enrichTransaction(
    catalog,
    { description: 'SQ *THE CORNER BAKEHOUSE Asheville NC', amount: -7.2 },
    { baseUrl, expand: expansions },
  )
  expect(answer).toMatchObject({
    merchant: 'The Corner Bakehouse',
    website: null,
    logo_url: null,
    category: 'Food and Drink',
    counterparties: [{ name: 'Square', role: 'processor' }],
    location: { city: 'Asheville', region: 'NC', country: 'US' },
  })
  expect(answer.confidence).toBeLessThan(0.95)
})

describe('a line of the bank itself has a category and no merchant', () => {
  test.each([
    ['MONTHLY ACCOUNT FEE', -5, 'Bank Fees', 'Other Bank Fees'],
    ['ATM CASH WITHDRAWAL 5512 KING ST', -100, 'Transfer Out', 'Cash Withdrawal'],
    ['INTEREST PAID THIS PERIOD', 3.2, 'Income', 'Interest Earned'],
    ['MIETE APRIL WOHNUNG 4', -900, 'Rent and Utilities', 'Rent'],
    ['TRANSFER FROM SAVINGS 0091', 50, 'Transfer In', 'Savings'],
  ])('%s', (line, amount, category, subcategory) => {
    expect(enrich(line, amount)).toMatchObject({ merchant: null, category, subcategory })
  })
})

test.each(['', '***', 'XQZV BRLTK'])(
  'what says nothing of its trade is Other, a name of the taxonomy: %j',
  (line) => {
    expect(enrich(line)).toMatchObject({
      category: 'Other',
      subcategory: 'Other',
      mcc_code: '7299',
    })
  },
)

test('the sign of the amount decides between pay-in and pay-out', () => {
  expect(enrich('ONLINE TRANSFER REF 2231', 20).category).toBe('Transfer In')
  expect(enrich('ONLINE TRANSFER REF 2231', -20).category).toBe('Transfer Out')
})

const pairs = new Set(
  taxonomy.categories.flatMap(({ name, subcategories }) =>
    subcategories.map((sub) => `${name}/${sub.name}`),
  ),
)

describe('any text is answered in the published shape', () => {
  test.each([
    '',
    ' ',
    '*',
    '\u0000\u0001\u001f',
    '\ud800',
    '🍕🍕🍕',
    'ＦＵＬＬ　ＷＩＤＴＨ',
    `${'A'.repeat(50_000)} ${'9 '.repeat(25_000)}`,
    '* * * / / / #####',
    'SQ *',
    'المقهى العربي ١٢٣',
  ])('%j', (line) => {
    expect(() => enrichedTransactionSchema.parse(enrich(line))).not.toThrow()
  })

  test('whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.double(), (line, amount) => {
        const answer = enrichTransaction(
          catalog,
          { description: line, amount },
          { baseUrl, expand: expansions },
        )
        enrichedTransactionSchema.parse(answer)
        expect(pairs).toContain(`${answer.category}/${answer.subcategory}`)
        expect(answer.website === null).toBe(answer.logo_url === null)
      }),
    )
  })
})

test('a hundred kilobytes are no burden', () => {
  const line = 'ÄÖ*/. '.repeat(20_000)
  const start = performance.now()
  for (let round = 0; round < 20; round += 1) enrich(line)
  // Read whole, each would take seconds; a busy machine may take one for all.
  expect(performance.now() - start).toBeLessThan(5_000)
})

test('only the expansions asked for are in the answer', () => {
  const answer = enrichTransaction(
    catalog,
    { description: 'SPOTIFY GOTHENBURG' },
    { baseUrl, expand: ['merchant_id'] },
  )
  expect(answer.merchant_id).toMatch(/^mer_/)
  expect('reasons' in answer).toBe(false)
  expect('merchant_id' in enrich('SPOTIFY GOTHENBURG')).toBe(false)
})
