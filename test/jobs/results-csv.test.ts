import { expect, test } from 'vitest'
import { openCsvWriter } from '../../src/jobs/results-csv.ts'

test("the caller's columns stand as they were sent, and no answer hides one of them", () => {
  const table = { header: ['Category', 'Text', '=x'], columns: { description: 1 } }
  const writer = openCsvWriter({
    type: 'transaction',
    expand: [],
    min_confidence: null,
    source: null,
    statement: null,
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
  expect(rows.split('\r\n')).toEqual([
    '1,mine,A,,,Other,,,,,0.5,,,,',
    '2,,,,,,,,,,,amount is bad,,,',
    '',
  ])
})
