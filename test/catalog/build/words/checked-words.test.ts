import { expect, test } from 'vitest'
import {
  classLines,
  codeLines,
  companyWordLines,
  limitLines,
  pairLines,
} from '../../../../src/catalog/build/words/checked-words.ts'
import { fold } from '../../../../src/catalog/fold.ts'

const meaning = 'what it is for'

test('words are folded as lines are, and codes stay', () => {
  expect(classLines([{ class: 'fruit', words: 'Äpfel açaí US', meaning }])).toEqual([
    'fruit\tapfel acai US',
  ])
  // Scripts without capitals have no codes, and Hangul is compared letter by letter.
  expect(classLines([{ class: 'fruit', words: '사과', meaning }])).toEqual([
    `fruit\t${fold('사과')}`,
  ])
  expect(fold('사과')).not.toBe('사과')
  expect(pairLines([{ relation: 'tills', key: 'ccv.eu', words: 'NL BE', meaning }])).toEqual([
    'tills\tccv.eu\tNL BE',
  ])
})

test('a class has a name of its own, words and a meaning', () => {
  const row = { class: 'fruit', words: 'apple', meaning }
  expect(() => classLines([row, row])).toThrow('fruit: twice')
  expect(() => classLines([{ ...row, meaning: '' }])).toThrow('without a meaning')
  expect(() => classLines([{ ...row, words: '' }])).toThrow('no words')
  expect(() => classLines([{ ...row, words: 'apple  pear' }])).toThrow('a gap')
  expect(() => classLines([{ ...row, words: 'acai açaí' }])).toThrow('acai twice')
})

test('trades are categories that there are, or begin or end as some do', () => {
  const words = (words: string) => () => classLines([{ class: 'street_trades', words, meaning }])
  expect(words('FOOD* *_LODGING TRANSPORTATION_GAS')).not.toThrow()
  expect(words('FOOT*')).toThrow('no category FOOT*')
  const row = { relation: 'card_variants', key: 'LOANS 6012', words: 'visa', meaning }
  expect(() => pairLines([row])).toThrow('no category LOANS')
})

test('the first row of a relation alone has its meaning', () => {
  const row = { relation: 'states', key: 'AU', words: 'nsw', meaning }
  expect(() => pairLines([row, { ...row, key: 'US', meaning: '' }])).not.toThrow()
  expect(() => pairLines([row, { ...row, meaning: '' }])).toThrow('twice')
  expect(() => pairLines([{ ...row, meaning: '' }])).toThrow('one meaning')
})

test('a limit is a number with a meaning', () => {
  const row = { name: 'sure', value: '0.9', meaning }
  expect(limitLines([row])).toEqual(['sure\t0.9'])
  expect(() => limitLines([row, row])).toThrow('twice')
  expect(() => limitLines([{ ...row, value: 'many' }])).toThrow('no number')
  expect(() => limitLines([{ ...row, meaning: '' }])).toThrow('without a meaning')
})

test('words of names are phrases, folded as names are, and pairs stay as written', () => {
  const rows = [
    { class: 'forms_behind', words: 'S.p.A.|sdn bhd', meaning },
    { class: 'forms_behind', words: '주식회사', meaning },
    { class: 'states', words: 'New York', meaning },
  ]
  const [forms = '', states] = companyWordLines(rows)
  expect(forms.normalize('NFC')).toBe('forms_behind\tspa|sdn bhd|주식회사')
  expect(states).toBe('states\tNew York')
  expect(() => companyWordLines([{ class: 'links', words: 'and|And', meaning }])).toThrow('twice')
  expect(() => companyWordLines([{ class: 'links', words: 'and' }])).toThrow('without a meaning')
})

test('spans of merchant category codes are written out, each code of one category', () => {
  const row = { category: 'TRAVEL_LODGING', codes: '3501-3503 7011' }
  expect(codeLines([row])).toEqual(
    ['3501', '3502', '3503', '7011'].map((code) => `${code}\tTRAVEL_LODGING`),
  )
  expect(codeLines([{ ...row, codes: '0742' }])).toEqual(['0742\tTRAVEL_LODGING'])
  expect(() => codeLines([row, { category: 'TRAVEL_FLIGHTS', codes: '3502' }])).toThrow(
    '3502 twice',
  )
  expect(() => codeLines([{ ...row, category: 'TRAVEL_ROOMS' }])).toThrow('no category')
  for (const codes of ['701', '7011-', '7012-7011', '7011  7012', 'food']) {
    expect(() => codeLines([{ ...row, codes }])).toThrow('no code')
  }
})
