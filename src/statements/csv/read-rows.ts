import type { Line } from './lines.ts'

/**
 * Rows of separated cells from lines, quotes and line breaks inside quotes included. Written by
 * hand, as a bad row must name its line and cost only itself, whatever its quotes do to the rest.
 */
export interface CsvRow {
  readonly line: number
  /** Null for a line that is no row. */
  readonly cells: readonly string[] | null
}

/** A cell that goes on for longer is a quote that somebody forgot to close. */
const linesOfRowMax = 100
const rowLengthMax = 1_000_000

/**
 * Reads the header first, where its width is not known; that decides whether lines joined by an
 * open quote are one row. If they are not, only the line with the open quote is lost, and reading
 * goes on behind it.
 */
export function openCsvReader(separator = ',', knownWidth = 0) {
  let width = knownWidth
  let waiting: Line[] = []

  function read(lines: readonly Line[], isEnd: boolean): readonly CsvRow[] {
    const rows: CsvRow[] = []
    const queue = waiting.length === 0 ? lines : [...waiting, ...lines]
    waiting = []
    for (let at = 0; at < queue.length; ) {
      const first = queue[at]
      if (first === undefined) break
      const row = rowFrom({ queue, at, width, separator })
      if (row === 'needs_more' && !isEnd) {
        waiting = queue.slice(at)
        break
      }
      const found = row === 'needs_more' ? null : row
      if (width === 0 && found !== null) width = found.cells.length
      rows.push({ line: first.number, cells: found?.cells ?? null })
      at += found?.lines ?? 1
    }
    return rows
  }

  return {
    rowsOf: (lines: readonly Line[]) => read(lines, false),
    rest: () => read([], true),
  }
}

interface OpenRow {
  readonly cells: readonly string[]
  readonly lines: number
}

interface CellPlace {
  readonly queue: readonly Line[]
  readonly at: number
  readonly width: number
  readonly separator: string
}

function rowFrom({ queue, at, width, separator }: CellPlace): OpenRow | 'needs_more' | null {
  let text = queue[at]?.text ?? null
  if (text === null) return null
  for (let lines = 1; ; lines += 1) {
    const cells = cellsOf(text, separator)
    if (cells === 'broken') return lines === 1 ? looseRow(text, separator, width) : null
    if (cells !== 'open') return lines === 1 || isAsWide(cells, width) ? { cells, lines } : null
    if (lines >= linesOfRowMax || text.length > rowLengthMax) return null
    const next = queue[at + lines]
    if (next === undefined) return 'needs_more'
    if (next.text === null) return null
    text = `${text}\n${next.text}`
  }
}

/** Empty cells at its end do not make a row wider. */
function isAsWide(cells: readonly string[], width: number): boolean {
  return cells.length >= width && cells.slice(width).every((cell) => cell === '')
}

/**
 * Quotes that were not doubled: `"REWE "CITY" MARKT";` is one cell where the row then has the width
 * of the others. A cell ends at a quote before a separator.
 */
function looseRow(row: string, separator: string, width: number): OpenRow | null {
  const cells: string[] = []
  for (let at = 0; at <= row.length; ) {
    const quoted = row[at] === '"'
    const end = quoted ? row.indexOf(`"${separator}`, at + 1) : row.indexOf(separator, at)
    const stop = end === -1 ? row.length : end
    const cell = row.slice(quoted ? at + 1 : at, stop)
    cells.push(quoted && end === -1 ? cell.replace(/"$/, '') : cell)
    if (end === -1) break
    at = stop + (quoted ? 2 : 1)
  }
  return isAsWide(cells, width) ? { cells, lines: 1 } : null
}

/** A quote inside an unquoted cell is a letter; behind a quoted cell nothing may stand. */
function cellsOf(row: string, separator: string): readonly string[] | 'open' | 'broken' {
  if (!row.includes('"')) return row.split(separator)
  const cells: string[] = []
  for (let at = 0; ; ) {
    const quoted = row[at] === '"'
    const end = quoted ? closingQuote(row, at + 1) : at
    if (end === -1) return 'open'
    const next = row.indexOf(separator, end)
    // Blanks behind a quote, as OTP writes them, belong to no cell.
    const behind = quoted ? row.slice(end + 1, next === -1 ? undefined : next) : ''
    if (behind !== '' && behind.trim() !== '') return 'broken'
    const cellEnd = next === -1 ? row.length : next
    cells.push(quoted ? row.slice(at + 1, end).replaceAll('""', '"') : row.slice(at, cellEnd))
    if (next === -1) return cells
    at = next + 1
  }
}

function closingQuote(row: string, from: number): number {
  let at = row.indexOf('"', from)
  while (at !== -1 && row[at + 1] === '"') at = row.indexOf('"', at + 2)
  return at
}
