import { expect, test } from 'vitest'
import { findBankLine } from '../../../src/catalog/matcher/knowledge/bank-lines.ts'
import { guessByLine } from '../../../src/catalog/matcher/knowledge/categories/category-model.ts'
import { matchLine } from '../../../src/catalog/matcher/match-line.ts'
import { read } from '../../../src/catalog/matcher/reading/reading.ts'
import { testCatalog } from '../open-test-catalog.ts'

const catalog = testCatalog()
const match = (line: string, amount: number | null = -20) => matchLine(catalog, line, amount)

test.each([
  ['CREDIT 000431', 'a company that is called Credit'],
  ['SEPA CREDIT', 'the same'],
  ['MORTGAGE PAYMENT', 'one whose name begins so'],
  ['DEVOLUCION COMISION', 'the same'],
  ['COMMISSIONE', 'the same'],
  ['TRASPASO A CUENTA DE AHORRO', 'a shop that writes the two words as one'],
  ['CASHBACK CREDIT', 'a company, beside a phrase'],
  ['CARD PAYMENT CREDIT CARD', 'the same'],
  ['PAYMENT TO', 'a card of a bank whose name begins so'],
  ['ZAKUP 15.00 PLN', 'an electricity works that is called as the currency is'],
  ['ZAKUP PLN 15.00', 'the same'],
])("the bank's own words are nobody's name: %s is not %s", (line) => {
  const { merchant, confidence } = match(line)
  expect(merchant === null || confidence < 0.5).toBe(true)
})

test.each([
  ['CAPITAL ONE ONLINE PMT 431877', 'Capital One'],
  ['DISCOVER E-PAYMENT 4318', 'Discover'],
  ['HMRC REFUND', 'HM Revenue & Customs'],
  ['IRS REFUND', 'Internal Revenue Service'],
])('an institution that the phrase itself names is named: %s', (line, merchant) => {
  expect(match(line)).toMatchObject({ merchant })
})

test('a fee that a message tells of behind its amount is not what the payment was for', () => {
  const paid =
    'Payment made for GHS 81.00 to QUIET HARBOUR STORES. Fee charged: GHS0.61 Tax charged: 0.'
  expect(match(paid, null)).toMatchObject({ merchant: 'Quiet Harbour Stores' })
  expect(match(paid, null).category).not.toMatch(/^BANK_FEES/)
  expect(match('Monthly fee charged: GHS0.61', null).category).toMatch(/^BANK_FEES/)
  expect(match('EUR 3.90 KONTO 4471 REF KONTOFUEHRUNG').category).toMatch(/^BANK_FEES/)
})

test.each(['HOFER DANKT 0012 1090 WIEN 14.05. BANKOMAT-ZAHLUNG', 'Retrait direct /HOFER'])(
  "a longer phrase that means a payment hides the bank's shorter one: %s",
  (line) => {
    expect(match(line)).toMatchObject({ merchant: expect.stringMatching(/^hofer$/i) })
    expect(match('BANKOMAT 00021 WIEN 14.05.').category).toBe('TRANSFER_OUT_WITHDRAWAL')
  },
)

test.each([
  ['KONTO 888-555-0142', '888'],
  ['egyenleg: 111.111 huf', '11.11.11'],
])('a brand that is a number is not meant by a part of one: %s is not %s', (line, brand) => {
  expect(match(line).merchant).not.toBe(brand)
})

test('where nobody is named the phrase is one word of the line, and the others count, too', () => {
  expect(match('MONTHLY FEE').category).toMatch(/^BANK_FEES/)
  expect(match('TAX WITHHELD ON INTEREST').category).toMatch(/^GOVERNMENT/)
  expect(match('INTEREST PAID', 3).category).toBe('INCOME_INTEREST_EARNED')
  expect(match('ATM FEE 2.00').channel).toBe('atm')
})

test('money that came is in no category by which it goes, and the other way round', () => {
  const category = (words: string, came: boolean) => {
    const line = { keys: words.split(' '), from: 0, to: 0, came, phrase: null }
    return guessByLine(catalog.categoryModel, line)?.category
  }
  expect(category('cash withdrawal atm link', false)).toMatch(/^TRANSFER_OUT/)
  expect(category('cash withdrawal atm link', true)).toMatch(/^TRANSFER_IN/)
  expect(category('salary', true)).toMatch(/^INCOME/)
  expect(category('salary', false)).not.toMatch(/^(TRANSFER_IN|INCOME)/)
  // The card's own account tells of the payment as money that came.
  expect(category('credit card payment', true)).toMatch(/^LOAN_PAYMENTS/)
})

test('beside words that nobody knows the phrase alone tells the model', () => {
  const { tokens, keys } = read(catalog, 'TO SAVINGS ACCOUNT', null)
  const phrase = findBankLine(catalog.bankRules, tokens, keys)?.rule.order ?? null
  const line = { keys: ['zorblax'], from: 0, to: 0, came: false }
  expect(guessByLine(catalog.categoryModel, { ...line, phrase })?.category).toMatch(/SAVINGS$/)
  expect(guessByLine(catalog.categoryModel, { ...line, phrase: null })).toBe(null)
})

test.each([
  ['PLATNOSC KARTA 18.40 PLN KAWOWY ZAKATEK KRAKOW', 'Kawowy Zakatek'],
  ['CARD PURCHASE 12.50 EUR QUIET HARBOUR BOOKS', 'Quiet Harbour Books'],
  ['COMPRA 12.00 PEN BODEGA LUZ', 'Bodega Luz'],
  ['COMPRA PEN 12.00 BODEGA LUZ', 'Bodega Luz'],
])(
  'the currency behind an amount is neither a brand nor a part of a name: %s',
  (line, merchant) => {
    expect(match(line)).toMatchObject({ merchant })
  },
)

test('a trade that a column cut off counts as the whole word does', () => {
  const category = (line: string) => match(line).category
  expect(category('SUMUP *HARBOUR SKATEBOA')).toBe('GENERAL_MERCHANDISE_SPORTING_GOODS')
  expect(category('AMBER HILL CLEANER')).toBe('PERSONAL_CARE_LAUNDRY_AND_DRY_CLEANING')
})

test.each([
  ['RENT_AND_UTILITIES_RENT', ['שכר דירה', '房租 三月', 'Najemnina maj', 'Kira ödemesi', 'Chirie']],
  [
    'GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT',
    ['Земельный налог', 'Daň z příjmů', '住民税', '재산세'],
  ],
])('rent and taxes are told in many languages, and are nobody: %s', (category, lines) => {
  for (const line of lines) expect(match(line, -900)).toMatchObject({ merchant: null, category })
})
