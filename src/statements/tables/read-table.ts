import type { StatementRow } from '../statement.ts'
import type { FoundTable } from './find-table.ts'
import type { TableLine } from './header-line.ts'
import { isHeader, widthOf } from './header-line.ts'
import { openRowReader } from './row-reader.ts'

/** Lines that could be the totals below a table are held back until a row follows, up to these. */
const heldMax = 200
/** The columns of a further table are told by so many of its lines. */
const toldBy = 300
/** A text that goes on over several lines is no longer than this. */
const textMax = 1_000

/**
 * The rows of a table, and of the tables below it in the same file, each under a header of its own.
 * Blank lines, the header again, and lines of balances and totals are none; a line that cannot be
 * read is a row with its error.
 */
export async function* readTable(
  found: FoundTable,
  lines: AsyncIterable<readonly TableLine[]>,
): AsyncGenerator<StatementRow> {
  const tables = openTables(found)
  for await (const some of lines) {
    for (const line of some) tables.hear(line)
    tables.pause()
    yield* tables.rows.splice(0)
  }
  tables.end()
  yield* tables.rows
}

function openTables(first: FoundTable) {
  const rows: StatementRow[] = []
  let read = openSection(first, first)
  let held: TableLine[] = []
  let head: TableLine[] | null = null
  let last: StatementRow | null = null
  let goesOn = false
  let row = 0

  function hear(line: TableLine): void {
    if (line.cells && widthOf(line.cells) === 0) return
    if (head) {
      begin(head, line)
      return
    }
    if (line.cells && read.isNone(line.cells)) return
    if (held.length >= heldMax || !read.mayBeBelow(line)) take(line)
    else hearBelow(line)
  }

  function hearBelow(line: TableLine): void {
    const more = last && held.length === 0 && last.error === null ? read.moreOf(line) : null
    if (last && more !== null && last.description.length + more.length < textMax) {
      goesOn = true
      last = { ...last, description: `${last.description} ${more}`.trim() }
    } else if (line.cells && isHeader(line.cells)) [head, held] = [[line], []]
    else held.push(line)
  }

  function take(line: TableLine): void {
    for (const each of [...held, line]) {
      if (last) rows.push(last)
      row += 1
      last = read.rowOf(each, row)
    }
    if (held.length > 0) held = []
  }

  /** The lines below a further header, until they tell its columns. */
  function begin(lines: TableLine[], line: TableLine | null): void {
    const isNext = line?.cells != null && isHeader(line.cells)
    if (line && !isNext) lines.push(line)
    if (line && !isNext && lines.length <= toldBy) return
    read = openSection(first.next(lines), first)
    head = null
    for (const each of lines.slice(1)) hear(each)
    if (isNext) [head, held] = [[line], []]
  }

  return {
    rows,
    hear,
    /** Rows wait for a line that goes on with them only in files that were seen to do so. */
    pause(): void {
      if (goesOn || !last) return
      rows.push(last)
      last = null
    },
    end(): void {
      if (head) begin(head, null)
      if (last) rows.push(last)
    },
  }
}

/** A further table's cells stand under the names of the first one, as one file has one header. */
function openSection(
  table: FoundTable | null,
  first: FoundTable,
): ReturnType<typeof openRowReader> {
  if (table === first) return openRowReader(first)
  if (!table) return openRowReader({ ...first, header: null })
  const read = openRowReader(table)
  const places = first.names.map((name) => table.names.indexOf(name))
  return {
    ...read,
    rowOf(line, row) {
      const cells = places.map((at) => line.cells?.[at] ?? '')
      return { ...read.rowOf(line, row), cells }
    },
  }
}
