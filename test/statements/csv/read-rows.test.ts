import { describe, expect, test } from 'vitest'
import { linesOf } from '../../../src/statements/csv/lines.ts'
import { openCsvReader } from '../../../src/statements/csv/read-rows.ts'

async function rowsOf(text: string, pieceLength = text.length || 1, lineLengthMax?: number) {
  async function* pieces() {
    for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength)
  }
  const csv = openCsvReader()
  const rows = []
  for await (const lines of linesOf(pieces(), lineLengthMax)) rows.push(...csv.rowsOf(lines))
  rows.push(...csv.rest())
  return rows.map(({ line, cells }) => [line, cells === null ? null : [...cells]])
}

const text = 'a,b\r\n"x, y","say ""so"""\n"two\nlines",2\n,\n'
const rows = [
  [1, ['a', 'b']],
  [2, ['x, y', 'say "so"']],
  [3, ['two\nlines', '2']],
  [5, ['', '']],
]

test.each([1, 2, 3, 7, 1_000])('rows are the same in pieces of %i letters', async (length) => {
  expect(await rowsOf(text, length)).toEqual(rows)
})

describe('only what is broken is lost', () => {
  test.each([
    ['a quote that is never closed', 'a,b\n"x,1\ny,2\nz,3', [2, null], [3, ['y', '2']]],
    ['letters behind a quote', 'a,b\n"x"y,1\ny,2', [2, null], [3, ['y', '2']]],
    ['a quote closed by a later row', 'a,b\n"x,1\n"y",2', [2, null], [3, ['y', '2']]],
  ])('%s', async (_, broken, fault, next) => {
    const found = await rowsOf(broken)
    expect(found[1]).toEqual(fault)
    expect(found[2]).toEqual(next)
  })

  test('a line longer than memory should hold', async () => {
    const found = await rowsOf(`a,b\n${'x'.repeat(500)},1\ny,2\n`, 10, 100)
    expect(found).toEqual([
      [1, ['a', 'b']],
      [2, null],
      [3, ['y', '2']],
    ])
  })
})
