import { expect, test } from 'vitest'
import { cellOf, openCsvWriter } from '../../src/jobs/results-csv.ts'

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
  [null, ''],
  [-3.5, '-3.5'],
])('%j is written as %s', (value, cell) => {
  expect(cellOf(value)).toBe(cell)
})

test("the caller's columns stand as they were sent, and no answer hides one of them", () => {
  const table = { header: ['Category', 'Text', '=x'], columns: { description: 1 } }
  const writer = openCsvWriter({
    type: 'transaction',
    expand: [],
    min_confidence: null,
    table: { ...table, decimal_comma: true },
  })
  expect(writer.head.startsWith('\ufeffrow,Category,Text,')).toBe(true)
  expect(writer.head).toContain('merchant,enriched_category,subcategory')
  expect(writer.head).toContain(",'=x,")
  const rows = writer.rows({
    chunk: 1,
    firstRow: 1,
    lines: [
      '{"category":"Other","confidence":0.5,"row":1}',
      '{"error":{"message":"is bad","pointer":"/amount"},"row":2}',
    ],
    staged: ['["mine","A"]', '"is no row"'],
  })
  expect(rows.split('\r\n')).toEqual(['1,mine,A,,,Other,,,,,0.5,', '2,,,,,,,,,,,amount is bad', ''])
})
