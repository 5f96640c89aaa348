import type { Told } from '../columns/choose-columns.ts'
import { chooseColumns, NoSuchColumn } from '../columns/choose-columns.ts'
import type { ColumnPlan } from '../columns/column-plan.ts'
import { looksLikeDate } from '../columns/dates.ts'
import { isAmount } from '../columns/profile.ts'
import type { TableColumns } from '../columns/table-columns.ts'
import { tableColumnsOf } from '../columns/table-columns.ts'
import type { AskedColumns, StatementColumns } from '../statement.ts'
import type { TableLine } from './header-line.ts'
import { bestHeader, isHeader, isValue, widthOf } from './header-line.ts'

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
  /** A further table of the file, from its header on; null where no column is a description. */
  next(lines: readonly TableLine[]): FoundTable | null
}

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
  const top = lines.findIndex(({ cells }) => cells?.some(isValue) && widthOf(cells) >= 2)
  if (top < 0) return null
  const begin = isOfAccount(lines.slice(top)) ? top + 1 : top
  const found = tableAt(lines, { header: null, width: most, from: begin, score, asked, told })
  const isTable = found && (hasAmount(found) || found.plan.dates.length > 0)
  return isTable ? found : null
}

/**
 * Whether the first line tells the account, its balance and a day, as BNP Paribas writes it: two of
 * its cells are of another kind than all cells below them.
 */
function isOfAccount(lines: readonly TableLine[]): boolean {
  const [first = [], ...rows] = lines.slice(0, 50).flatMap(({ cells }) => (cells ? [cells] : []))
  if (rows.length < 2) return false
  const strange = first.filter((cell, at) => {
    const below = rows.map((row) => kindOf(row[at] ?? '')).filter((kind) => kind !== null)
    const kind = kindOf(cell)
    return kind !== null && below.length > 0 && !below.includes(kind)
  })
  return strange.length >= 2
}

function kindOf(cell: string): 'day' | 'sum' | 'code' | 'text' | null {
  const text = cell.trim()
  if (text === '') return null
  if (looksLikeDate(text)) return 'day'
  if (isAmount(text)) return 'sum'
  return /\p{L}.*\p{L}/u.test(text) && !/\d{6}/.test(text) ? 'text' : 'code'
}

function hasAmount({ plan: { amounts } }: FoundTable): boolean {
  return amounts.amount !== null || amounts.debit !== null || amounts.credit !== null
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
  const end = lines.findIndex(({ cells }, at) => at >= from && cells !== null && isHeader(cells))
  // Lines of two cells below a wide header are balances and headings, which tell of no column.
  const least = header && widthOf(header) >= 5 ? 3 : Math.min(2, header?.length ?? 2)
  const rows = lines
    .slice(from, header && end >= 0 ? end : undefined)
    .flatMap(({ cells }) => (cells && widthOf(cells) >= least ? [cells] : []))
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
    next: (further) => nextTable(further, asked, told),
  }
}

/** Names that are asked for may be those of the first table alone. */
function nextTable(
  lines: readonly TableLine[],
  asked: AskedColumns,
  told: Told,
): FoundTable | null {
  const header = lines[0]?.cells ?? null
  try {
    return tableAt(lines, { header, from: 1, score: 0, asked, told })
  } catch (error) {
    if (error instanceof NoSuchColumn) return null
    throw error
  }
}
