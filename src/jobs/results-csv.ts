import { csvCell, csvRow } from '../statements/csv/write-row.ts'
import type { Reading } from './reading.ts'
import type { ResultWriter } from './results-table.ts'
import { openResultTable } from './results-table.ts'

/**
 * UTF-8 with a byte order mark, or Excel takes it for something else; and no cell may become a
 * formula there, whatever somebody wrote into a payment's text.
 */
export function openCsvWriter(reading: Reading): ResultWriter {
  const table = openResultTable(reading)
  return {
    head: `\ufeff${csvRow(table.names.map(csvCell))}`,
    rows: (chunk) =>
      table
        .rows(chunk)
        .map((cells) => csvRow(cells.map(csvCell)))
        .join(''),
    tail: '',
  }
}
