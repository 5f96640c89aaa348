import { describe, expect, test } from 'vitest'
import { readCursor, writeCursor } from '../../../src/api/http/cursor.ts'

const forge = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a cursor', () => {
  test('of ours comes back as it was written', () => {
    const position = ['2026-11-22T10:00:00.123Z', 'key_4QbYx']
    expect(readCursor(['time', 'id'], writeCursor(position))).toEqual(position)
    expect(readCursor(['count', 'text'], writeCursor([7, 'CAFÉ 東京 "x"']))).toEqual([
      7,
      'CAFÉ 東京 "x"',
    ])
    expect(readCursor(['seq'], undefined)).toBeNull()
  })

  test.each([
    [
      ['time', 'id'],
      ['0000-01-01T00:00:00.000Z', 'a'],
    ],
    [
      ['time', 'id'],
      ['2026-02-30T00:00:00.000Z', 'a'],
    ],
    [
      ['time', 'id'],
      ['2026-01-01', 'a'],
    ],
    [
      ['time', 'id'],
      ['2026-01-01T00:00:00.000Z', 'a\0b'],
    ],
    [
      ['time', 'id'],
      ['2026-01-01T00:00:00.000Z', ''],
    ],
    [['time', 'id'], ['2026-01-01T00:00:00.000Z']],
    [
      ['time', 'id'],
      ['2026-01-01T00:00:00.000Z', 'a', 'b'],
    ],
    [
      ['count', 'text'],
      [1, 'a\0'],
    ],
    [
      ['count', 'text'],
      [1, '\ud800'],
    ],
    [
      ['count', 'text'],
      [2 ** 31, 'a'],
    ],
    [['seq'], [1e300]],
    [['seq'], [-1]],
    [['seq'], ['1']],
    [['seq'], { 0: 1, length: 1 }],
    [['seq'], null],
  ] as const)('of kinds %j that holds %j is refused', (kinds, value) => {
    expect(() => readCursor(kinds, forge(value))).toThrow(/cursor is not valid/)
  })

  test('that is no JSON is refused', () => {
    for (const text of ['', '%', 'AAAA', forge([1]).slice(1)]) {
      expect(() => readCursor(['seq'], text)).toThrow(/cursor is not valid/)
    }
  })
})
