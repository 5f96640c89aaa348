import { describe, expect, test } from 'vitest'
import { tokenise } from '../../../src/catalog/matcher/tokens.ts'

const keys = (text: string) => tokenise(text).map(({ key }) => key)

describe('splits a line as a person reads it', () => {
  test.each([
    ["MCDONALD'S F1220", ['mcdonalds', 'f1220']],
    ['H&M 0231', ['h', 'and', 'm', '0231']],
    ['DISNEY+ 12', ['disney', 'plus', '12']],
    ['MONOP4801 PARIS', ['monop', '4801', 'paris']],
    ['COPPERBOX8005551234TX', ['copperbox', '8005551234tx']],
    ['AB12345XY', ['ab12345xy']],
    ['G20 PARIS', ['g20', 'paris']],
    ['Bäckerei Groß', ['backerei', 'gross']],
    ['セブン 渋谷', ['セフン', '渋谷']],
    ['支付宝海底捞火锅', ['支付宝', '海底捞火锅']],
    ['１３３１マツモトキヨシ', ['1331', 'マツモトキヨシ']],
    ['PGBSﾌﾟﾙﾃﾞﾝｼﾔﾙ', ['pgbs', 'フルテンシヤル']],
    ['스타벅스승인', ['스타벅스'.normalize('NFD'), '승인'.normalize('NFD')]],
    ['لـKIOSK 14', ['لـ', 'kiosk', '14']],
    ['ایرانcell', ['ایرانcell']],
    ['', []],
    ['*** ---', []],
  ])('%s', (text, expected) => {
    expect(keys(text)).toEqual(expected)
  })
})

test('keeps what stands before a word: stars, columns, dots', () => {
  expect(tokenise('SQ *CAFE  TOWN.COM').map(({ before }) => before)).toEqual(['', '*', '  ', '.'])
})

test.each([
  ['a line of its own', 'PAID\nKIOSK', '  '],
  ['a column', 'PAID|KIOSK', '  '],
  ['a tab', 'PAID\tKIOSK', '  '],
  ['a colon of a broad script', '商户：KIOSK', ':'],
  ['a semicolon', 'PAID; KIOSK', ','],
  ['a backslash', 'RUS\\KIOSK', '/'],
])('%s parts what it stands between', (_, text, before) => {
  expect(tokenise(text)[1]?.before).toBe(before)
})

test('looks at no more than a bank would write', () => {
  expect(tokenise('word '.repeat(10_000)).length).toBeLessThanOrEqual(48)
  expect(tokenise('七7'.repeat(10_000)).length).toBeLessThanOrEqual(48)
})
