import type { AskedColumns, OpenStatement } from '../statement.ts'
import { StatementRefused } from '../statement.ts'
import type { FoundTable } from '../tables/find-table.ts'
import { findTable } from '../tables/find-table.ts'
import type { TableLine } from '../tables/header-line.ts'
import { readTable } from '../tables/read-table.ts'
import type { Archive } from './archive.ts'
import { openArchive } from './archive.ts'
import { readSharedStrings } from './shared-strings.ts'
import type { SheetTexts } from './sheet-rows.ts'
import { sheetRows } from './sheet-rows.ts'
import { readStyles } from './styles.ts'
import { readWorkbook } from './workbook.ts'

/** Every ZIP: openXlsx tells what those are that are no workbooks. */
export function looksLikeZip(start: Uint8Array): boolean {
  return start[0] === 0x50 && start[1] === 0x4b && (start[2] === 3 || start[2] === 5)
}

/** The table is looked for in so many rows of each sheet. */
const headRows = 1_000
const headLength = 524_288
/** A workbook may have more, and its statement is not behind so many. */
const sheetsTried = 20

/**
 * The first sheet with a table that is a statement's. Its columns are found as those of CSV are.
 * The published readers of XLSX (exceljs, hucre, read-excel-file, xlsx-stream-reader) unpack all
 * texts at once: a file of 1.5 MB that unpacks to 1.3 GB ended the process, or took gigabytes.
 */
export async function openXlsx(
  bytes: AsyncIterable<Uint8Array>,
  asked: AskedColumns,
): Promise<OpenStatement> {
  const archive = await openArchive(bytes)
  const { sheets, strings, styles, is1904 } = await readWorkbook(archive)
  const kinds = await readStyles(archive, styles)
  const texts = { strings: await readSharedStrings(archive, strings), kinds, is1904 }
  let refusal: StatementRefused | null = null
  for (const { part } of sheets.slice(0, sheetsTried)) {
    try {
      const opened = await openSheet({ archive, part, texts }, asked)
      if (opened) return opened
    } catch (error) {
      // A name that one sheet lacks may be another's.
      if (!(error instanceof StatementRefused) || sheets.length === 1) throw error
      refusal ??= error
    }
  }
  throw refusal ?? noTable(sheets.map(({ name }) => name))
}

interface Sheet {
  readonly archive: Archive
  readonly part: string
  readonly texts: SheetTexts
}

async function openSheet(sheet: Sheet, asked: AskedColumns): Promise<OpenStatement | null> {
  const rows = sheetRows(sheet.archive, sheet.part, sheet.texts)
  let found: FoundTable | null = null
  try {
    const head = await headOf(rows)
    const today = new Date().toISOString().slice(0, 10)
    found = findTable(head, asked, { decimal: '.', today })
    if (!found) return null
    const { columns, headerRow, names } = found
    const shape = { format: 'xlsx', encoding: null, delimiter: null, headerRow, columns } as const
    const lines = tableLines(head.slice(found.from), rows, names.length)
    return { shape: { ...shape, header: names }, rows: readTable(found, lines) }
  } finally {
    if (!found) await rows.return(undefined)
  }
}

async function headOf(rows: AsyncIterator<TableLine>): Promise<readonly TableLine[]> {
  const head: TableLine[] = []
  let length = 0
  while (head.length < headRows && length < headLength) {
    const next = await rows.next()
    if (next.done) break
    head.push(next.value)
    for (const cell of next.value.cells ?? []) length += cell.length
  }
  return head
}

async function* tableLines(
  head: readonly TableLine[],
  rows: AsyncIterable<TableLine>,
  width: number,
): AsyncGenerator<readonly TableLine[]> {
  yield head.map((line) => padded(line, width))
  for await (const line of rows) yield [padded(line, width)]
}

/** A sheet has no cells where they are empty: a row that ends early lacks nothing. */
function padded({ line, cells }: TableLine, width: number): TableLine {
  if (!cells || cells.length >= width) return { line, cells }
  return { line, cells: [...cells, ...Array<string>(width - cells.length).fill('')] }
}

function noTable(names: readonly string[]): StatementRefused {
  const shown = names.slice(0, 5).join(', ').slice(0, 120)
  return new StatementRefused(
    `No sheet of the workbook (${shown}) has a table in which a column can be a description. ` +
      'Send the sheet with the transactions, or name the column: ?description=<its header>.',
  )
}
