import { expect, test } from 'vitest'
import { openXlsxWriter } from '../../src/jobs/results-xlsx.ts'

test('a sheet has the columns of the CSV; texts stay texts, numbers numbers', () => {
  const writer = openXlsxWriter({
    type: 'transaction',
    expand: [],
    min_confidence: null,
    source: null,
    statement: null,
    table: { header: ['Text', '=x'], columns: { description: 0 }, decimal_comma: true },
  })
  expect(writer.head).toContain('>=x</t>')
  const rows = writer.rows({
    chunk: 1,
    firstRow: 1,
    lines: ['{"confidence":0.5,"description":"=1+1","merchant":"A & B","row":1}'],
    staged: ['["=1+1","-1,50"]'],
  })
  expect(rows).toContain('<v>0.5</v>')
  expect(rows).toContain('A &amp; B')
  expect(rows.match(/t="inlineStr"[^>]*><is><t xml:space="preserve">=1\+1</g)).toHaveLength(2)
  expect(rows).not.toContain('<f>')
  expect(`${writer.head}${rows}${writer.tail}`).toMatch(/<\/sheetData><\/worksheet>$/)
})
