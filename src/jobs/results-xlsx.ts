import { openSheetText } from '../statements/xlsx/write-workbook.ts'
import type { Reading } from './reading.ts'
import type { ResultWriter } from './results-table.ts'
import { openResultTable } from './results-table.ts'

/** The sheet of a workbook; a job's million rows are within the 1,048,576 that a sheet may have. */
export function openXlsxWriter(reading: Reading): ResultWriter {
  const table = openResultTable(reading)
  const sheet = openSheetText()
  return {
    head: sheet.head(table.names),
    rows: (chunk) => table.rows(chunk).map(sheet.row).join(''),
    tail: sheet.tail(),
  }
}
