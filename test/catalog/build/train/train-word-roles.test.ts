import { expect, test } from 'vitest'
import type { MadeLine } from '../../../../src/catalog/build/train/lines/made-lines.ts'
import { trainWordRoles } from '../../../../src/catalog/build/train/train-word-roles.ts'
import {
  leaningOf,
  RolePlaces,
  readWordRoles,
  role,
  roleOf,
  writeWordRoles,
} from '../../../../src/catalog/matcher/knowledge/words/word-roles.ts'
import { testCatalog } from '../../open-test-catalog.ts'

const shops = ['TORVALINE', 'KESTERLINE', 'MORVALINE', 'BASTERLINE', 'DULVALINE', 'PESTERLINE']
const fees = ['MONTHLY FEE', 'FEE FOR CARD', 'YEARLY FEE', 'OVERDUE FEE']

const roles = trainWordRoles([
  ...shops.flatMap((shop) => [
    lineOf('PAID TO ', shop, ' REF 12'),
    lineOf('PAID TO ', shop, ' LEEDS'),
    lineOf('CARD ', shop, ' LEEDS'),
  ]),
  ...fees.flatMap((fee) => [lineOf(fee, '', ''), lineOf(fee, '', ' 2026')]),
])

test('a word that nobody has seen is told by its letters', () => {
  expect(leaning('wandaline', role.inName)).toBeGreaterThan(0)
  expect(leaning('wandaline', role.nobody)).toBeLessThan(0)
  expect(leaning('fees', role.nobody)).toBeGreaterThan(0)
})

test('the same word is told by its neighbours', () => {
  const behindPaid = leaning('xyz', role.inName, 'to', 'ref')
  expect(behindPaid).toBeGreaterThan(leaning('xyz', role.inName, '', 'to'))
  expect(leaning('paid', role.ahead, '', 'to')).toBeGreaterThan(leaning('leeds', role.ahead))
})

test('a table that is written and read gives the same answers', () => {
  const again = readWordRoles(writeWordRoles(roles))
  expect(again.weights).toEqual(roles.weights)
  // A table cut short would leave words unweighed without a word.
  expect(testCatalog().reader.wordRoles.weights.length).toBe(roles.weights.length)
})

test.each([
  ['none', ''],
  ['a long one', 'x'.repeat(5_000)],
  ['half a sign', '\ud800'],
  ['a mark of direction', '\u202e'],
])('any word has an answer between 0 and 15: %s', (_, word) => {
  for (const question of Object.values(role)) {
    const answer = roleOf(roles, new RolePlaces().find(word, word, word), question)
    expect(answer).toBeGreaterThanOrEqual(0)
    expect(answer).toBeLessThanOrEqual(15)
  }
})

function leaning(word: string, question: number, before = '', behind = ''): number {
  return leaningOf(roleOf(roles, new RolePlaces().find(word, before, behind), question))
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
