import type { AskedColumns, StatementColumns } from '../statement.ts'
import { readAmount } from './amounts.ts'
import type { Told } from './choose-columns.ts'
import { chooseColumns, placeOf } from './choose-columns.ts'
import type { ColumnPlan } from './column-plan.ts'
import { looksLikeDate } from './dates.ts'
import { headerMeanings, prefixRank } from './header-names.ts'
import type { HeaderKind } from './header-words.ts'
import type { TableColumns } from './table-columns.ts'
import { tableColumnsOf } from './table-columns.ts'

/** A line of a table as it comes; cells are null where it is no row. */
export interface TableLine {
  /** From 1, blank ones counted. */
  readonly line: number
  readonly cells: readonly string[] | null
}

/** A table found among the first lines of a file. */
export interface FoundTable {
  readonly plan: ColumnPlan
  readonly columns: StatementColumns
  readonly names: readonly string[]
  /** The line of the header; null without one. */
  readonly headerRow: number | null
  readonly header: readonly string[] | null
  /** The index of the first line behind the header among the lines that were looked at. */
  readonly from: number
  /** How sure it is: under which delimiter a file is a table. */
  readonly score: number
}

/** Banks put their name, the account and a balance above the table. */
const headerWithin = 60

/**
 * The table in the first lines of a file. Its header is the line with most words of headers; where
 * there is none, the lines of the commonest width are looked at for days, amounts and texts.
 */
export function findTable(
  lines: readonly TableLine[],
  asked: AskedColumns,
  told: Told,
): FoundTable | null {
  const headed = headedTable(lines, asked, told)
  const bare = headed && headed.score >= sureScore ? null : bareTable(lines, asked, told)
  if (!headed || !bare) return headed ?? bare
  return bare.score > headed.score ? bare : headed
}

const sureScore = 4

function headedTable(
  lines: readonly TableLine[],
  asked: AskedColumns,
  told: Told,
): FoundTable | null {
  const best = bestHeader(lines, asked)
  const header = best ? lines[best.at]?.cells : null
  if (!best || !header) return null
  return tableAt(lines, { header, from: best.at + 1, score: best.score, asked, told })
}

interface HeaderPlace {
  readonly at: number
  readonly score: number
}

function bestHeader(lines: readonly TableLine[], asked: AskedColumns): HeaderPlace | null {
  let best: HeaderPlace | null = null
  for (const [at, { cells }] of lines.slice(0, headerWithin).entries()) {
    const score = cells ? headerScore(cells, asked) : 0
    if (score > (best?.score ?? 0)) best = { at, score }
  }
  return best
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
const figures: ReadonlySet<HeaderKind> = new Set<HeaderKind>([
  ...(['amount', 'debit', 'credit', 'date', 'plainDate', 'transactionDate', 'valueDate'] as const),
])

/** Nothing for a line with values, or without a word for a description. */
function headerScore(cells: readonly string[], asked: AskedColumns): number {
  const full = cells.filter((cell) => cell.trim() !== '')
  if (full.some((cell) => cell.length > 100 || isValue(cell))) return 0
  const names = askedNames(asked)
  const named = names.filter((name) => placeOf({ names: cells }, name) !== null).length * 3
  const kinds = new Map<HeaderKind, number>()
  let exact = 0
  for (const cell of full) {
    const [first] = headerMeanings(cell)
    if (!first) continue
    const whole = first.rank < prefixRank
    if (whole) exact += 1
    const weight = (weights[first.kind] ?? 1) * (whole ? 1 : 0.6)
    kinds.set(first.kind, Math.max(weight, kinds.get(first.kind) ?? 0))
  }
  const tells = [...kinds.keys()].some((kind) => telling.has(kind))
  const counts = [...kinds.keys()].some((kind) => figures.has(kind))
  const isShort = full.length <= 4 && exact > 0 && exact * 2 >= full.length
  if (named === 0 && !(tells && (counts || isShort)) && kinds.size < 3) return 0
  return named + [...kinds.values()].reduce((sum, weight) => sum + weight, 0)
}

function askedNames({ description, ...others }: AskedColumns): readonly string[] {
  return [...description, ...Object.values(others)].filter((name) => name !== undefined)
}

function isValue(cell: string): boolean {
  const text = cell.trim()
  if (looksLikeDate(text)) return true
  return /\d/.test(text) && Boolean(readAmount(text, '.'))
}

/** The lines of the commonest width, from the first of them on. */
function bareTable(
  lines: readonly TableLine[],
  asked: AskedColumns,
  told: Told,
): FoundTable | null {
  const widths = new Map<number, number>()
  for (const { cells } of lines) {
    const width = cells ? widthOf(cells) : 0
    if (width >= 2) widths.set(width, (widths.get(width) ?? 0) + 1)
  }
  const [commonest] = [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])
  if (!commonest) return null
  const [least, most] = [commonest[0], Math.max(...widths.keys())]
  const from = lines.findIndex(
    ({ cells }) => cells !== null && widthOf(cells) >= Math.min(least, 3),
  )
  const first = lines[from]?.cells
  if (!first) return null
  const rows = lines.slice(from + 1).flatMap(({ cells }) => (cells ? [cells] : []))
  const share = commonest[1] / Math.max(1, lines.filter(({ cells }) => cells !== null).length)
  const isHeader = !first.some(isValue) && rows.some((cells) => cells.some(isValue))
  const score = 2 * share
  if (isHeader) {
    return tableAt(lines, { header: first, from: from + 1, score, asked, told })
  }
  const begin = lines.findIndex(({ cells }) => cells?.some(isValue) && widthOf(cells) >= 2)
  if (begin < 0) return null
  const found = tableAt(lines, { header: null, width: most, from: begin, score, asked, told })
  const isTable = found && (hasAmount(found) || found.plan.dates.length > 0)
  return isTable ? found : null
}

function hasAmount({ plan: { amounts } }: FoundTable): boolean {
  return amounts.amount !== null || amounts.debit !== null || amounts.credit !== null
}

/** Without the empty cells at its end. */
export function widthOf(cells: readonly string[]): number {
  let width = cells.length
  while (width > 0 && (cells[width - 1] ?? '').trim() === '') width -= 1
  return width
}

interface TablePlace {
  readonly header: readonly string[] | null
  readonly width?: number
  readonly from: number
  readonly score: number
  readonly asked: AskedColumns
  readonly told: Told
}

function tableAt(lines: readonly TableLine[], place: TablePlace): FoundTable | null {
  const { header, from, score, asked, told } = place
  const rows = lines
    .slice(from)
    .flatMap(({ cells }) =>
      cells && widthOf(cells) >= Math.min(2, header?.length ?? 2) ? [cells] : [],
    )
  const widest = Math.max(0, ...rows.map(widthOf))
  const width = header
    ? Math.max(widthOf(header), Math.min(header.length, widest))
    : (place.width ?? widest)
  const table: TableColumns = tableColumnsOf(header, rows, width)
  const chosen = chooseColumns(table, asked, told)
  if (!chosen) return null
  const roles = [chosen.columns.amount ?? chosen.columns.debit, chosen.columns.date]
  return {
    ...chosen,
    names: table.names,
    headerRow: header ? (lines[from - 1]?.line ?? null) : null,
    header,
    from,
    score: score + roles.filter((role) => role !== null).length,
  }
}
