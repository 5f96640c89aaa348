import type { Line } from '../../statements/csv/lines.ts'
import { openLines } from '../../statements/csv/lines.ts'
import type { CsvRow } from '../../statements/csv/read-rows.ts'
import { openCsvReader } from '../../statements/csv/read-rows.ts'
import { NoSuchFile } from '../no-such-file.ts'
import type { Table } from '../reading.ts'
import type { LookUpType, Mapping } from './header.ts'
import { columnsOf, missingFrom, neededNames } from './header.ts'
import { JsonBody } from './json-body.ts'
import type { StagedRow } from './row.ts'

/**
 * Turns the text of an upload, as it arrives, into rows to be staged. An item that cannot be a row
 * becomes the message that is answered in its place; an upload that is no such file at all is
 * refused.
 */
export interface RowSource {
  push(text: string): readonly StagedRow[]
  end(): readonly StagedRow[]
  /** Known from the first row on. */
  readonly table: Table | null
  /** How a table lies in its file. */
  readonly layout: TableLayout | null
  /** The members beside the rows. */
  readonly members: Readonly<Record<string, unknown>>
}

interface TableLayout {
  readonly delimiter: string
  readonly header_row: number
}

/** If none of the first so many lines is a row, the file is none. */
const linesTried = 20
const lineLengthMax = 65_536
const notObject = 'must be an object'

export function openJsonSource(): RowSource {
  const body = new JsonBody()
  return {
    push: (text) => body.push(text).map(stagedOf),
    end() {
      body.end()
      if (!body.sawItems) throw noItems()
      return []
    },
    table: null,
    layout: null,
    members: body.members,
  }
}

export function openNdjsonSource(): RowSource {
  const lines = openLines(lineLengthMax)
  const trial = openTrial('one JSON object a line')
  const read = (some: readonly Line[]) =>
    some.flatMap((line) => (line.text?.trim() === '' ? [] : [trial(line, jsonOf(line.text))]))
  return {
    push: (text) => read(lines.push(text)),
    end() {
      const rows = read(lines.rest())
      trial.end()
      return rows
    },
    table: null,
    layout: null,
    members: {},
  }
}

export interface TableOptions {
  readonly type: LookUpType
  readonly mapping: Mapping
}

const separators = [',', ';', '\t', '|'] as const
/** Banks put their name, the account and a balance above the header. */
const headerWithin = 30

/**
 * The header is looked for among the first lines, under each separator; the one under which a
 * header with the needed columns has most cells is the file's.
 */
export function openCsvSource(options: TableOptions): RowSource {
  const lines = openLines(lineLengthMax)
  const trial = openTrial('rows of cells under a header')
  let first: Line[] = []
  let table: Table | null = null
  let layout: TableLayout | null = null
  let reader: ReturnType<typeof openCsvReader> | null = null

  function begin(isEnd: boolean): readonly CsvRow[] {
    if (first.length < headerWithin && !isEnd) return []
    const found = findHeader(first, options)
    table = { header: found.header, columns: found.columns, decimal_comma: found.separator !== ',' }
    layout = { delimiter: found.separator, header_row: first[found.line]?.number ?? 1 }
    reader = openCsvReader(found.separator)
    const rows = reader.rowsOf(first.slice(found.line)).slice(1)
    first = []
    return rows
  }
  function read(some: readonly Line[], isEnd: boolean): readonly StagedRow[] {
    if (!reader) first.push(...some)
    const rows = reader ? reader.rowsOf(some) : begin(isEnd)
    const rest = isEnd && reader ? reader.rest() : []
    return [...rows, ...rest].flatMap((row) => rowOf(row, trial))
  }
  return {
    push: (text) => read(lines.push(text), false),
    end() {
      const rows = read(lines.rest(), true)
      trial.end()
      return rows
    },
    get table() {
      return table
    },
    get layout() {
      return layout
    },
    members: {},
  }
}

function rowOf({ line, cells }: CsvRow, trial: Trial): readonly StagedRow[] {
  if (cells?.length === 1 && cells[0]?.trim() === '') return [] // An empty line is no row.
  return [
    trial({ number: line, text: '' }, cells ?? 'is no row: a quote is not closed or misplaced'),
  ]
}

interface Found {
  readonly separator: string
  readonly header: string[]
  readonly columns: Table['columns']
  /** Its index among the first lines. */
  readonly line: number
}

function findHeader(first: readonly Line[], { type, mapping }: TableOptions): Found {
  let best: Found | null = null
  for (const separator of separators) {
    const reader = openCsvReader(separator)
    for (const { line, cells } of [...reader.rowsOf(first), ...reader.rest()]) {
      const columns = cells ? columnsOf(cells, type, mapping) : null
      if (!cells || !columns) continue
      const header = cells.map((cell) => cell.trim())
      const at = first.findIndex(({ number }) => number === line)
      if (!best || header.length > best.header.length)
        best = { separator, header, columns, line: at }
      break
    }
  }
  if (!best) throw noHeader(first, { type, mapping })
  const missing = missingFrom(best.header, type, mapping)
  if (missing.length > 0) throw noSuchColumn(missing, best.header, mapping)
  return best
}

function noHeader(first: readonly Line[], { type, mapping }: TableOptions): NoSuchFile {
  const needed = neededNames(type)
  const seen = first.filter(({ text }) => text?.trim()).slice(0, 3)
  const errors = seen.map(({ number, text }) => ({
    pointer: `line ${number}`,
    message: `is no header with ${needed}: ${printable(text ?? 'too long')}`,
  }))
  const named = Object.values(mapping).flatMap((name) => (name ? [`"${printable(name)}"`] : []))
  const message =
    named.length > 0
      ? `The file has no header with a column ${named.join(' or ')}.`
      : `The file has no header with a column for ${needed}. Name it: ` +
        `?${needed.split(' ')[0]}=<the column's header>.`
  return new NoSuchFile('invalid_request', message, errors)
}

function noSuchColumn(
  missing: readonly string[],
  header: readonly string[],
  mapping: Mapping,
): NoSuchFile {
  const has = header.map(printable).join(', ')
  const errors = missing.map((field) => ({
    pointer: field,
    message: `no column is called ${printable(String(Object.entries(mapping).find(([name]) => name === field)?.[1]))}`,
  }))
  return new NoSuchFile('invalid_request', `The header has other columns: ${has}.`, errors)
}

function noItems(): NoSuchFile {
  const errors = [{ pointer: '/items', message: 'must be an array of items' }]
  return new NoSuchFile('invalid_request', 'The body has no items.', errors)
}

/** Judges the file by its first lines: when none of them is a row, it is not such a file. */
interface Trial {
  (line: Line, row: StagedRow): StagedRow
  end(): void
}

function openTrial(what: string): Trial {
  const bad: { readonly pointer: string; readonly message: string }[] = []
  let good = false
  const judge = () => {
    if (good || bad.length === 0) return
    const message = `The file is not ${what}: ${bad[0]?.pointer} ${bad[0]?.message}.`
    throw new NoSuchFile('invalid_request', message, bad.slice(0, 5))
  }
  const trial = (line: Line, row: StagedRow) => {
    if (good) return row
    if (typeof row !== 'string') good = true
    else bad.push({ pointer: `line ${line.number}`, message: row })
    if (bad.length >= linesTried) judge()
    return row
  }
  return Object.assign(trial, { end: judge })
}

function jsonOf(text: string | null): StagedRow {
  if (text === null) return `is longer than ${lineLengthMax} characters`
  try {
    return stagedOf(JSON.parse(text))
  } catch {
    return `is not JSON: ${printable(text)}`
  }
}

function stagedOf(value: unknown): StagedRow {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return notObject
  return value as Readonly<Record<string, unknown>> // as: an object that is no array.
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e\u00a0-\uffff]+/g, ' ').slice(0, 80)
}
