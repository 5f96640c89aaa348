import { StatementRefused } from '../statement.ts'
import type { XmlListener } from '../xml/xml-pass.ts'
import type { Archive } from './archive.ts'
import { serialText } from './cell-text.ts'
import { passes } from './read-part.ts'
import { plainText } from './shared-strings.ts'
import type { NumberKind } from './styles.ts'

/** A row of a sheet with its number there, from 1; rows without any text are left out. */
export interface SheetRow {
  readonly line: number
  readonly cells: readonly string[]
}

export interface SheetTexts {
  readonly strings: readonly string[]
  readonly kinds: readonly NumberKind[]
  readonly is1904: boolean
}

const sheetRowsMax = 200_000
/** Banks put their name, the account and a balance above the table. */
const rowsAboveMax = 60
/** Columns further right are not read. */
const columnsMax = 256
const rowLengthMax = 65_536

export async function* sheetRows(
  archive: Archive,
  part: string,
  texts: SheetTexts,
): AsyncGenerator<SheetRow> {
  const rows = openRows(texts)
  let count = 0
  for await (const _ of passes(archive, part, rows)) {
    for (const row of rows.take()) {
      count += 1
      if (count > sheetRowsMax + rowsAboveMax) throw tooManyRows()
      yield row
    }
  }
}

interface Cell {
  readonly column: number
  readonly type: string
  readonly style: number
}

function openRows(texts: SheetTexts): XmlListener & { take(): readonly SheetRow[] } {
  let rows: SheetRow[] = []
  let cells: string[] = []
  let number = 0
  let column = -1
  let cell: Cell | null = null
  let isValue = false
  let value = ''
  let length = 0
  return {
    open(name, attributes) {
      if (name === 'c') {
        column = columnOf(attributes.r) ?? column + 1
        cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0) }
        value = ''
      } else if (name === 'v' || name === 't') isValue = cell !== null
      else if (name === 'row') {
        number = rowNumber(attributes.r) ?? number + 1
        column = -1
        cells = []
        length = 0
      }
    },
    text(text) {
      if (isValue && value.length < rowLengthMax) value += text
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'c' && cell) {
        const text = cell.column < columnsMax ? textOf(cell, value, texts) : ''
        length += text.length
        if (length > rowLengthMax) throw tooLong(number)
        if (text !== '') {
          while (cells.length < cell.column) cells.push('')
          cells[cell.column] = text
        }
        cell = null
      } else if (name === 'row' && cells.some((text) => text.trim() !== '')) {
        rows.push({ line: number, cells })
      }
    },
    take() {
      const taken = rows
      rows = []
      return taken
    },
  }
}

function textOf({ type, style }: Cell, value: string, texts: SheetTexts): string {
  switch (type) {
    case 's':
      return texts.strings[Number(value)] ?? ''
    case 'n':
      return serialText(value, { kind: texts.kinds[style] ?? 'number', is1904: texts.is1904 })
    case 'd':
      return value.slice(0, 10)
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE'
    default:
      return plainText(value) // Texts of formulas, in the cell itself, and errors such as #N/A.
  }
}

/** `AB12` is column 27, counted from 0. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^\$?([A-Z]{1,3})/.exec(reference ?? '')?.[1]
  if (!letters) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function rowNumber(reference: string | undefined): number | null {
  return reference && /^\d{1,7}$/.test(reference) ? Number(reference) : null
}

function tooManyRows(): StatementRefused {
  const most = sheetRowsMax.toLocaleString('en')
  return new StatementRefused(
    `The sheet has more than ${most} rows. Save it as CSV, of which a million rows are taken.`,
  )
}

function tooLong(row: number): StatementRefused {
  return new StatementRefused(
    `Row ${row} of the sheet has more than ${rowLengthMax} letters: it is no row of a statement.`,
  )
}
