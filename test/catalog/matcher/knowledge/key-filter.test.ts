import { expect, test } from 'vitest'
import {
  hashOn,
  joinHash,
  mayHold,
  openKeyFilter,
  shiftOf,
} from '../../../../src/catalog/matcher/knowledge/key-filter.ts'

test('the hash of joined words is that of their letters', () => {
  for (const [first, second] of [
    ['burger', 'king'],
    ['a', ''],
    ['', 'セフン'],
    ['7', 'eleven'],
  ] as const) {
    const joined = { hash: hashOn(0, second), shift: shiftOf(second.length) }
    expect(joinHash(hashOn(0, first), joined)).toBe(hashOn(0, first + second))
  }
})

test('a filter holds all of its keys', () => {
  const keys = ['burgerking', 'uber', 'x']
  const filter = openKeyFilter(keys)
  expect(keys.filter((key) => !mayHold(filter, hashOn(0, key)))).toEqual([])
})
