import { readAmount } from './amounts.ts'
import { looksLikeDate } from './dates.ts'
import { directionOf } from './directions.ts'

/** The content of a column in the first rows. Shares are those of the cells that are not empty. */
export interface ColumnProfile {
  /** The share of rows in which the column is not empty. */
  readonly filled: number
  readonly dates: number
  readonly amounts: number
  /** Amounts that have decimals or a sign, which numbers of accounts and rows have not. */
  readonly money: number
  readonly texts: number
  /** Numbers of accounts, cards and mandates. */
  readonly accounts: number
  readonly directions: number
  readonly currencies: number
  readonly distinct: number
  readonly letters: number
  readonly cells: readonly string[]
}

export function profileOf(rows: readonly (readonly string[])[], at: number): ColumnProfile {
  const cells = rows.map((row) => (row[at] ?? '').trim())
  const full = cells.filter((cell) => cell !== '')
  const share = (has: (cell: string) => boolean) =>
    full.length === 0 ? 0 : full.filter(has).length / full.length
  return {
    filled: cells.length === 0 ? 0 : full.length / cells.length,
    dates: share(looksLikeDate),
    amounts: share(isAmount),
    money: share((cell) => isAmount(cell) && /[.,]\d{1,2}(?!\d)|^\W*[-+−]|[-+−]$|^\(/.test(cell)),
    texts: share(isText),
    accounts: share(isAccount),
    directions: share((cell) => directionOf(cell) !== null),
    currencies: share((cell) => /^[A-Z]{3}$/.test(cell)),
    distinct: full.length === 0 ? 0 : new Set(full).size / full.length,
    letters: full.reduce((sum, cell) => sum + lettersOf(cell), 0) / Math.max(1, full.length),
    cells,
  }
}

export function isAmount(cell: string): boolean {
  if (cell.length > 40 || /^\+?\d{9,}$/.test(cell)) return false
  const read = readAmount(cell, '.')
  return read !== null && read !== undefined && !/^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/.test(cell)
}

function isText(cell: string): boolean {
  return lettersOf(cell) >= 2 && !isAccount(cell) && !looksLikeDate(cell) && !isAmount(cell)
}

const iban = /^[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}$/
const digitsOnly = /^['"=]*[\dX*x][\dX*x .\-/]{5,}$/

function isAccount(cell: string): boolean {
  return iban.test(cell) || (digitsOnly.test(cell) && !looksLikeDate(cell))
}

function lettersOf(cell: string): number {
  return cell.match(/\p{L}/gu)?.length ?? 0
}
