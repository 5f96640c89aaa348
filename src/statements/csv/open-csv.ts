import { NoSuchColumn } from '../columns/choose-columns.ts'
import type { AskedColumns, OpenStatement } from '../statement.ts'
import { StatementRefused } from '../statement.ts'
import type { FoundTable } from '../tables/find-table.ts'
import { findTable } from '../tables/find-table.ts'
import type { TableLine } from '../tables/header-line.ts'
import { headerLine } from '../tables/header-line.ts'
import { readTable } from '../tables/read-table.ts'
import type { OpenText } from '../text/open-text.ts'
import { openText } from '../text/open-text.ts'
import type { Line } from './lines.ts'
import { openLines } from './lines.ts'
import { openCsvReader } from './read-rows.ts'

const lineLengthMax = 65_536
/** The table is looked for in so much of the file, and its columns are told by that. */
const headLines = 1_000
const headLength = 524_288
const delimiters = [',', ';', '\t', '|'] as const

/**
 * A table in a text: the delimiter is the one under which the first lines are a table for the
 * surest, so a comma in a name and a semicolon in a purpose do not decide. csv-parse and Papa Parse
 * were tried for the cells: each loses every row behind a quote that is not closed.
 */
export async function openCsv(
  bytes: AsyncIterable<Uint8Array>,
  asked: AskedColumns,
  declared: string | null = null,
): Promise<OpenStatement> {
  const text = openText(bytes, declared)
  const lines = linesOf(text)
  const head = await headOf(lines)
  const { delimiter, skip } = saidDelimiter(head)
  const found = bestTable(head.slice(skip), delimiter === null ? delimiters : [delimiter], asked)
  if (!found) throw noTable(head)
  const { columns, headerRow, names } = found.table
  const shape = {
    format: 'csv' as const,
    get encoding() {
      return text.encoding()
    },
    delimiter: found.delimiter,
    headerRow,
    columns,
    header: names,
  }
  const from = skip + found.table.from
  const all = tableLines(head.slice(from), lines, found)
  return { shape, rows: readTable(found.table, all) }
}

/** Old spreadsheets of the Mac end lines by returns alone. */
async function* linesOf({ pieces }: OpenText): AsyncGenerator<readonly Line[]> {
  const lines = openLines(lineLengthMax)
  let returns: boolean | null = null
  for await (const piece of pieces) {
    if (returns === null && /[\r\n]/.test(piece.slice(0, -1))) returns = !piece.includes('\n')
    yield lines.push(returns ? piece.replaceAll('\r', '\n') : piece)
  }
  yield lines.rest()
}

async function headOf(lines: AsyncIterator<readonly Line[]>): Promise<readonly Line[]> {
  const head: Line[] = []
  let length = 0
  while (head.length < headLines && length < headLength) {
    const next = await lines.next()
    if (next.done) break
    head.push(...next.value)
    for (const { text } of next.value) length += text?.length ?? 0
  }
  return head
}

/** Excel's first line `sep=;` says it. */
function saidDelimiter(head: readonly Line[]) {
  const match = /^"?sep=(.)"?$/i.exec(head[0]?.text?.trim() ?? head[0]?.text ?? '')
  const said = /^"?sep=\t/i.test(head[0]?.text ?? '') ? '\t' : (match?.[1] ?? null)
  return { delimiter: said, skip: said === null ? 0 : 1 }
}

interface DelimitedTable {
  readonly delimiter: string
  readonly table: FoundTable
}

function bestTable(
  head: readonly Line[],
  among: readonly string[],
  asked: AskedColumns,
): DelimitedTable | null {
  const today = new Date().toISOString().slice(0, 10)
  let best: DelimitedTable | null = null
  let refusal: NoSuchColumn | null = null
  for (const delimiter of among) {
    const lines = rowsFromHeader(head, delimiter, asked)
    try {
      const told = { decimal: delimiter === ',' ? ('.' as const) : (',' as const), today }
      const table = findTable(lines, asked, told)
      if (table && (!best || table.score > best.table.score)) {
        // Lines that a row goes on over count as lines of the file.
        const from = indexBehind(head, lines, table)
        best = { delimiter, table: { ...table, from } }
      }
    } catch (error) {
      if (!(error instanceof NoSuchColumn)) throw error
      if (!refusal || error.width > refusal.width) refusal = error
    }
  }
  if (!best && refusal) throw refusal
  return best
}

/** Read again from the header on, as a line above it has another width than the rows. */
function rowsFromHeader(
  head: readonly Line[],
  delimiter: string,
  asked: AskedColumns,
): readonly TableLine[] {
  const read = (lines: readonly Line[]) => {
    const reader = openCsvReader(delimiter)
    return [...reader.rowsOf(lines), ...reader.rest()]
  }
  const lines = read(head)
  const header = headerLine(lines, asked)
  const at = head.findIndex(({ number }) => number === header)
  return at > 0 ? read(head.slice(at)) : lines
}

function indexBehind(
  head: readonly Line[],
  lines: readonly TableLine[],
  { from }: FoundTable,
): number {
  const first = lines[from]
  if (!first) return head.length
  return head.findIndex(({ number }) => number === first.line)
}

/** The rows behind the header, those that were looked at first. */
async function* tableLines(
  head: readonly Line[],
  lines: AsyncIterable<readonly Line[]>,
  { delimiter, table }: DelimitedTable,
): AsyncGenerator<readonly TableLine[]> {
  const reader = openCsvReader(delimiter, table.names.length)
  yield reader.rowsOf(head)
  for await (const some of lines) yield reader.rowsOf(some)
  yield reader.rest()
}

function noTable(head: readonly Line[]): StatementRefused {
  const seen = head.filter(({ text }) => text?.trim()).slice(0, 3)
  if (seen.length === 0) {
    return new StatementRefused('The file is empty. Export it again, with its transactions.', [
      { pointer: '', message: 'is empty' },
    ])
  }
  const errors = seen.map(({ number, text }) => ({
    pointer: `line ${number}`,
    message: `is no header with description: ${printable(text ?? 'too long')}`,
  }))
  const message =
    'The file is no table in which a column can be a description. Send a statement as CSV, XLSX, ' +
    'OFX, QIF, CAMT.053 or MT940, or name the column: ?description=<its header>.'
  return new StatementRefused(message, errors)
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e\u00a0-\uffff]+/g, ' ').slice(0, 80)
}
