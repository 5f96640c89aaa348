import { expect, test } from 'vitest'
import type { MadeLine } from '../../../../src/catalog/build/train/lines/made-lines.ts'
import { trainWordRoles } from '../../../../src/catalog/build/train/train-word-roles.ts'
import { RoleBook } from '../../../../src/catalog/matcher/knowledge/words/role-book.ts'
import {
  answerOf,
  leaningOf,
  readWordRoles,
  wordRole,
  writeWordRoles,
} from '../../../../src/catalog/matcher/knowledge/words/word-roles.ts'
import { read } from '../../../../src/catalog/matcher/reading/reading.ts'
import { testCatalog } from '../../open-test-catalog.ts'

const shops = ['TORVALINE', 'KESTERLINE', 'MORVALINE', 'BASTERLINE', 'DULVALINE', 'PESTERLINE']
const fees = ['MONTHLY FEE', 'FEE FOR CARD', 'YEARLY FEE', 'OVERDUE FEE']

const lines = [
  ...shops.flatMap((shop) => [
    lineOf('PAID TO ', shop, ' REF 12'),
    lineOf('PAID TO ', shop, ' LEEDS'),
    lineOf('CARD ', shop, ' LEEDS'),
  ]),
  ...fees.flatMap((fee) => [lineOf(fee, '', ''), lineOf(fee, '', ' 2026')]),
]
const roles = trainWordRoles(lines)
const written = writeWordRoles(roles)

test('a word that nobody has seen is told by its letters', () => {
  expect(leaning('CARD WANDALINE LEEDS', 1, wordRole.first)).toBeGreaterThan(0)
  expect(leaning('CARD WANDALINE LEEDS', 1, wordRole.nobody)).toBeLessThan(0)
  expect(leaning('FEES', 0, wordRole.nobody)).toBeGreaterThan(0)
})

test('the same word is told by its neighbours, near and two away', () => {
  const behindPaid = leaning('PAID TO XYZ REF 12', 2, wordRole.first)
  expect(behindPaid).toBeGreaterThan(leaning('XYZ PAID TO KESTERLINE', 0, wordRole.first))
  // The same words in the whole of the line, and the same one beside it.
  const one = shareOf('CARD PAID XX XYZ', 3, wordRole.first)
  expect(shareOf('PAID CARD XX XYZ', 3, wordRole.first)).not.toBeCloseTo(one)
})

test('the same word is told by the other words of its line, however far', () => {
  const far = 'XX XX XX XX XX XYZ'
  const one = shareOf(`FEE ${far}`, 6, wordRole.nobody)
  expect(shareOf(`PAID ${far}`, 6, wordRole.nobody)).toBeLessThan(one)
})

test('the roles of a word add up to one', () => {
  for (let at = 0; at < 4; at += 1) {
    const shares = Object.values(wordRole).map((one) => shareOf('PAID TO XYZ LEEDS', at, one))
    expect(shares.reduce((all, share) => all + share)).toBeCloseTo(1)
  }
})

test('the same lines give the same weights', () => {
  expect(writeWordRoles(trainWordRoles(lines))).toEqual(written)
})

test('a table that is written and read gives the same answers', () => {
  expect(writeWordRoles(readWordRoles(written))).toEqual(written)
  expect(readWordRoles(written).vectors.some((value) => value !== 0)).toBe(true)
})

test.each([
  ['a line short', written.slice(0, -1)],
  ['a line long', [...written, written.at(-1) ?? '']],
  ['without its first', written.slice(1)],
  ['empty', []],
])('a table that is %s is refused', (_, lines) => {
  expect(() => readWordRoles(lines)).toThrow(/the reader's table of words has/)
})

test.each([
  ['none', ''],
  ['a long one', 'x'.repeat(5_000)],
  ['half a sign', '\ud800 xyz'],
  ['a mark of direction', '\u202e xyz'],
  ['many', 'xyz '.repeat(500)],
  ['numbers', '7 11 '.repeat(20)],
])('any words have an answer between 0 and 15: %s', (_, line) => {
  const { tokens } = read(testCatalog(), line, null)
  const sheet = new RoleBook(roles).weigh(tokens)
  tokens.forEach((_token, at) => {
    for (const asked of Object.values(wordRole)) {
      expect(answerOf(sheet.share(at, asked))).toBeGreaterThanOrEqual(0)
      expect(answerOf(sheet.share(at, asked))).toBeLessThanOrEqual(15)
    }
  })
})

test('a word that was asked before says the same in another line, and to another network', () => {
  const other = trainWordRoles(lines.slice(5))
  const line = 'PAID TO XYZ LEEDS'
  const firstAsked = (network: typeof roles) => {
    for (const { word } of read(testCatalog(), line, null).tokens) word.parts = null
    return shareOf(line, 2, wordRole.first, network)
  }
  const [ofOther, ofThis] = [firstAsked(other), firstAsked(roles)]
  shareOf('CARD XYZ', 1, wordRole.first)
  expect(shareOf(line, 2, wordRole.first, other)).toBe(ofOther)
  expect(shareOf(line, 2, wordRole.first, roles)).toBe(ofThis)
})

function leaning(line: string, at: number, asked: number): number {
  return leaningOf(answerOf(shareOf(line, at, asked)))
}

function shareOf(line: string, at: number, asked: number, network = roles): number {
  return new RoleBook(network).weigh(read(testCatalog(), line, null).tokens).share(at, asked)
}

function lineOf(ahead: string, name: string, behind: string): MadeLine {
  return {
    line: ahead + name + behind,
    roles: 'X'.repeat(ahead.length) + 'N'.repeat(name.length) + 'X'.repeat(behind.length),
    name: name || null,
    whole: name || null,
    company: null,
    hidden: null,
    amount: null,
  }
}
