import { expect, test } from 'vitest'
import { csvCell } from '../../../src/statements/csv/write-row.ts'

test.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+49 30 1234', `'+49 30 1234`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['-1+2|cmd', `'-1+2|cmd`],
  ['\t=1', `"'\t=1"`],
  ['\uff1d1+1', `'\uff1d1+1`],
  ['-15,49', '"-15,49"'],
  ['-15.49', '-15.49'],
  ['+3', '+3'],
  ['a "b", c', '"a ""b"", c"'],
  ['two\nlines', '"two\nlines"'],
  [' padded ', '" padded "'],
  ["O'Brien", "O'Brien"],
  [{ a: 1 }, '"{""a"":1}"'],
  [null, ''],
  [-3.5, '-3.5'],
])('%j is written as %s', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})
