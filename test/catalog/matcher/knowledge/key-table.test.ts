import { describe, expect, test } from 'vitest'
import type { KeyTable } from '../../../../src/catalog/matcher/knowledge/key-table.ts'
import { OpenKeyTable } from '../../../../src/catalog/matcher/knowledge/open-key-table.ts'

function tableOf(entries: readonly (readonly [string, number])[]): KeyTable {
  const table = new OpenKeyTable()
  for (const [key, value] of entries) table.set(key, value)
  return table.done()
}

describe('a table of keys', () => {
  test('has every key with its number, and no other', () => {
    const entries = Array.from({ length: 20_000 }, (_, at) => [`k${at * 7}`, at - 500] as const)
    const table = tableOf(entries)
    expect(entries.filter(([key, value]) => table.get(key) !== value)).toEqual([])
    expect(entries.filter(([key]) => table.has(`${key}x`) || table.has(`x${key}`))).toEqual([])
    expect(table.size).toBe(20_000)
  })

  test('tells keys apart that have one hash, or follow each other', () => {
    const table = tableOf([
      ['Aa', 1],
      ['BB', 2],
      ['AaBB', 3],
    ])
    expect(['Aa', 'BB', 'AaBB', 'BBAa', 'aBB', ''].map((key) => table.get(key))).toEqual([
      1,
      2,
      3,
      undefined,
      undefined,
      undefined,
    ])
  })

  test('keeps keys of any script in their order', () => {
    const keys = ['セブン', 'קופה', 'apple', 'яндекс']
    const table = tableOf(keys.map((key, at) => [key, at] as const))
    expect([...table.keys()]).toEqual(keys)
    expect(keys.map((key) => table.get(key))).toEqual([0, 1, 2, 3])
  })

  test('is changed until it is done', () => {
    const table = new OpenKeyTable()
    table.set('a', 1)
    table.set('b', 2)
    table.set('a', 3)
    expect(['a', 'b', 'c'].map((key) => table.get(key))).toEqual([3, 2, undefined])
    expect([...table.done().keys()]).toEqual(['a', 'b'])
    expect(table.done().get('a')).toBe(3)
  })

  test('takes keys from bytes as from text', () => {
    const bytes = Buffer.from('アプリ;apple;pear;apple')
    const table = new OpenKeyTable()
    const claims = [
      [0, 9],
      [10, 15],
      [16, 20],
      [21, 26],
    ].map(([from = 0, to = 0], at) => table.claimBytes(bytes, from, to, at))
    expect(claims).toEqual([undefined, undefined, undefined, 1])
    expect([table.claim('pear', 9), table.claim('plum', 9)]).toEqual([2, undefined])
    table.setBytes(bytes, 16, 20, 7)
    const done = table.done()
    expect([...done.keys()].map((key) => [key, done.get(key)])).toEqual([
      ['アプリ', 0],
      ['apple', 1],
      ['pear', 7],
      ['plum', 9],
    ])
  })

  test('makes room for more and longer keys than it expects', () => {
    const table = new OpenKeyTable(1)
    const keys = Array.from({ length: 300 }, (_, at) => 'x'.repeat(at))
    keys.forEach((key, at) => {
      table.set(key, at)
    })
    expect(keys.map((key) => table.get(key))).toEqual(keys.map((_, at) => at))
    const done = table.done()
    expect(keys.map((key) => done.get(key))).toEqual(keys.map((_, at) => at))
  })

  test('may be empty', () => {
    const table = tableOf([])
    expect([table.size, table.get('a'), [...table.keys()]]).toEqual([0, undefined, []])
  })
})
