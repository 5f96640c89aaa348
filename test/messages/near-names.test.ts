import { expect, test } from 'vitest'
import { isMisspelt, nearestName, unknownText } from '../../src/messages/near-names.ts'

const known = ['limit', 'cursor', 'dry_run', 'min_confidence', 'granularity', 'id']

test.each([
  ['limt', 'limit'],
  ['lmiit', 'limit'],
  ['limits', 'limit'],
  ['dryrun', 'dry_run'],
  ['dry-run', 'dry_run'],
  ['minConfidence', 'min_confidence'],
  ['min_conf', 'min_confidence'],
  ['granuralty', 'granularity'],
  ['page', null],
  ['nonsense', null],
  ['', null],
  ['__proto__', null],
  ['x'.repeat(100_000), null],
])('the nearest name to %.20s is %s', (name, near) => {
  expect(nearestName(name, known)).toBe(near)
})

test('words name the nearest, or else all there are', () => {
  expect(unknownText('parameter', 'limt', known)).toBe(
    'is not known: the nearest parameter is limit',
  )
  expect(unknownText('member', 'colour', ['a', 'b'])).toBe('is not known: the members are a, b')
  expect(unknownText('parameter', 'colour', [])).toBe('is not known: there are no parameters')
})

test.each([
  ['ammount', 'amount', true],
  ['amont', 'amount', true],
  ['amuont', 'amount', true],
  ['amounz', 'amount', true],
  ['Amount', 'amount', true],
  ['AMOUNT', 'amount', true],
  ['amounting', 'amount', false],
  ['mount', 'amount', true],
  ['count', 'amount', false],
  ['ID', 'id', true],
  ['idd', 'id', true],
  ['uid', 'id', false],
  ['_id', 'id', false],
  ['colour', 'description', false],
])('%s is a slip of %s: %s', (name, other, misspelt) => {
  expect(isMisspelt(name, other)).toBe(misspelt)
})
