import { describe, expect, test } from 'vitest'
import { KeyTable } from '../../../../src/catalog/matcher/knowledge/key-table.ts'

describe('a table of keys', () => {
  test('has every key with its number, and no other', () => {
    const entries = Array.from({ length: 20_000 }, (_, at) => [`k${at * 7}`, at - 500] as const)
    const table = new KeyTable(entries)
    expect(entries.filter(([key, value]) => table.get(key) !== value)).toEqual([])
    expect(entries.filter(([key]) => table.has(`${key}x`) || table.has(`x${key}`))).toEqual([])
    expect(table.size).toBe(20_000)
  })

  test('tells keys apart that have one hash, or follow each other', () => {
    const table = new KeyTable([
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
    const table = new KeyTable(keys.map((key, at) => [key, at]))
    expect([...table.keys()]).toEqual(keys)
    expect(keys.map((key) => table.get(key))).toEqual([0, 1, 2, 3])
  })

  test('may be empty', () => {
    const table = new KeyTable([])
    expect([table.size, table.get('a'), [...table.keys()]]).toEqual([0, undefined, []])
  })
})
