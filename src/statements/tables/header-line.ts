import { readAmount } from '../columns/amounts.ts'
import { placeOf } from '../columns/choose-columns.ts'
import { looksLikeDate } from '../columns/dates.ts'
import { headerMeanings, prefixRank } from '../columns/header-names.ts'
import type { HeaderKind } from '../columns/header-words.ts'
import type { AskedColumns } from '../statement.ts'

/** A line of a table as it comes; cells are null where it is no row. */
export interface TableLine {
  /** From 1, blank ones counted. */
  readonly line: number
  readonly cells: readonly string[] | null
}

/** Banks put their name, the account and a balance above the table. */
const headerWithin = 60

/** Without the empty cells at its end. */
export function widthOf(cells: readonly string[]): number {
  let width = cells.length
  while (width > 0 && (cells[width - 1] ?? '').trim() === '') width -= 1
  return width
}

interface HeaderPlace {
  readonly at: number
  readonly score: number
}

/** The line with most words of headers; of several tables in one file the first. */
export function bestHeader(lines: readonly TableLine[], asked: AskedColumns): HeaderPlace | null {
  let best: HeaderPlace | null = null
  for (const [at, { cells }] of lines.slice(0, headerWithin).entries()) {
    const score = cells ? headerScore(cells, asked) : 0
    if (score > (best?.score ?? 0)) best = { at, score }
  }
  return best && (likeBefore(lines, best, asked) ?? best)
}

/** A header above with the same words, and rows below it, is that of the file's first table. */
function likeBefore(
  lines: readonly TableLine[],
  best: HeaderPlace,
  asked: AskedColumns,
): HeaderPlace | null {
  if (askedNames(asked).length > 0) return null
  const words = new Set(lines[best.at]?.cells?.filter((cell) => cell.trim() !== ''))
  for (const [at, { cells }] of lines.slice(0, best.at).entries()) {
    if (!cells || !isHeader(cells)) continue
    const shared = cells.filter((cell) => words.has(cell)).length
    const hasRows = lines.slice(at + 1, best.at).some((line) => line.cells?.some(isValue))
    if (shared >= 3 && hasRows) return { at, score: headerScore(cells, asked) }
  }
  return null
}

/** The number of the line that is the header, if one is: its width tells how rows go on. */
export function headerLine(lines: readonly TableLine[], asked: AskedColumns): number | null {
  const best = bestHeader(lines, asked)
  return best ? (lines[best.at]?.line ?? null) : null
}

const weights: { readonly [K in HeaderKind]?: number } = { own: 0.5, other: 0.4, note: 0.5 }
const telling: ReadonlySet<HeaderKind> = new Set<HeaderKind>([
  ...(['main', 'text', 'party', 'payee', 'payer', 'extra', 'reference', 'type'] as const),
])
const dates: ReadonlySet<HeaderKind> = new Set<HeaderKind>([
  ...(['date', 'plainDate', 'transactionDate', 'valueDate'] as const),
])
const sums: ReadonlySet<HeaderKind> = new Set<HeaderKind>(['amount', 'debit', 'credit'])

/** Nothing for a line with values, or without a word for a description. */
function headerScore(cells: readonly string[], asked: AskedColumns): number {
  const full = fullCells(cells)
  if (!full) return 0
  const names = askedNames(asked)
  const named = names.filter((name) => placeOf({ names: cells }, name) !== null).length * 3
  const { kinds, exact } = kindsOf(full)
  const tells = [...kinds.keys()].some((kind) => telling.has(kind))
  const counts = [...kinds.keys()].some((kind) => dates.has(kind) || sums.has(kind))
  const isShort = full.length <= 4 && exact > 0 && exact * 2 >= full.length
  if (named === 0 && !(tells && (counts || isShort)) && kinds.size < 3) return 0
  return named + [...kinds.values()].reduce((sum, weight) => sum + weight, 0)
}

/** A line that can only be a header: words for a day, for a sum, and for one more column. */
export function isHeader(cells: readonly string[]): boolean {
  const full = fullCells(cells)
  if (!full || full.length < 3) return false
  const { kinds, exact } = kindsOf(full)
  const has = (some: ReadonlySet<HeaderKind>) => [...kinds.keys()].some((kind) => some.has(kind))
  return kinds.size >= 3 && exact >= 3 && has(dates) && has(sums)
}

/** Null where one is a value, which no header has. */
function fullCells(cells: readonly string[]): readonly string[] | null {
  const full = cells.filter((cell) => cell.trim() !== '')
  return full.some((cell) => cell.length > 100 || isValue(cell)) ? null : full
}

function kindsOf(cells: readonly string[]) {
  const kinds = new Map<HeaderKind, number>()
  let exact = 0
  for (const cell of cells) {
    const [first] = headerMeanings(cell)
    if (!first) continue
    const whole = first.rank < prefixRank
    if (whole) exact += 1
    const weight = (weights[first.kind] ?? 1) * (whole ? 1 : 0.6)
    kinds.set(first.kind, Math.max(weight, kinds.get(first.kind) ?? 0))
  }
  return { kinds, exact }
}

function askedNames({ description, ...others }: AskedColumns): readonly string[] {
  return [...description, ...Object.values(others)].filter((name) => name !== undefined)
}

export function isValue(cell: string): boolean {
  const text = cell.trim()
  if (looksLikeDate(text)) return true
  return /\d/.test(text) && Boolean(readAmount(text, '.'))
}
