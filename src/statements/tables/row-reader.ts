import { readAmount } from '../columns/amounts.ts'
import type { AmountPlan, ColumnPlan, DescriptionPlan } from '../columns/column-plan.ts'
import { readDate } from '../columns/dates.ts'
import { directionOf } from '../columns/directions.ts'
import type { StatementRow } from '../statement.ts'
import type { FoundTable } from './find-table.ts'
import type { TableLine } from './header-line.ts'
import { widthOf } from './header-line.ts'

/** The rows of one table, each by itself. */
export function openRowReader({ plan, names, header }: FoundTable) {
  const width = names.length
  const headerText = header?.join('\u0000')
  const dayOf = openDays(plan)

  function mayBeBelow({ cells }: TableLine): boolean {
    if (plan.dates.length === 0 || !cells) return false
    const isTotal = total.test(cells.find((cell) => cell.trim() !== '') ?? '')
    if (dayOf(cells) !== null && !isTotal) return false
    const hasSum = amountsOf(plan).some((at) => readAmount(cells[at] ?? '', plan.amounts.decimal))
    return !hasSum || (isTotal && dayOf(cells) === null)
  }
  const places = new Set([...plan.dates, ...amountsOf(plan)])
  const { texts } = plan.description
  const begins = Math.min(...plan.dates)

  return {
    mayBeBelow,
    /** More of the row above: ING in Romania and OCBC write a purchase on several lines. */
    moreOf({ cells }: TableLine): string | null {
      if (!cells || begins >= Math.min(...texts)) return null
      const isMore = cells.every((cell, at) => cell.trim() === '' || texts.includes(at))
      const text = descriptionOf(plan, cells)
      return isMore && text !== '' && !total.test(text) && places.size >= 2 ? text : null
    },
    isNone: (cells: readonly string[]) =>
      (header !== null && cells.join('\u0000') === headerText) || isBalance(plan, cells),
    rowOf(line: TableLine, row: number): StatementRow {
      const { cells } = line
      const empty = { row, description: '', amount: null, date: null, id: null, cells: cells ?? [] }
      if (!cells) return { ...empty, error: 'is no row: a quote is not closed or misplaced' }
      const description = descriptionOf(plan, cells)
      const date = dayOf(cells)
      const id = plan.id === null ? null : (cells[plan.id]?.trim() ?? '') || null
      const currency = plan.currency === null ? undefined : cells[plan.currency]?.trim()
      const known = { ...empty, description, date, id, ...(currency ? { currency } : {}) }
      const count = widthOf(cells)
      if (count > width) return { ...known, error: `has ${count} cells, the header ${width}` }
      if (lacksCells(plan, cells)) {
        return { ...known, error: `has ${cells.length} cells, too few for the header's ${width}` }
      }
      const amount = amountOf(plan.amounts, cells)
      if (amount === undefined) return { ...known, error: 'amount must be a number' }
      const error = description === '' ? 'description must not be empty or blank' : null
      return { ...known, amount, error }
    },
  }
}

/** PKO's "Rachunek nadawcy: 12 1020 …" in a column that goes on with the description. */
const accountBehindLabel = /^[\p{L} ]{3,30}: ?[A-Z]{0,2}\d[\d ]{9,}$/u

const total =
  /^\W*(total|sum|summe|saldo|balance|ending|closing|opening|beginning|kontostand|alter |neuer |anfangs|end|solde|sous-total|totale|totaal|razem|suma|celkem|osszesen|összesen|toplam|bakiye|slutsaldo|yhteensä|合計|小計)/i
const balances =
  /^\W*((beginning|opening|starting|closing|ending|previous) balance|balance (brought|carried) forward|(anfangs|end|schluss|alter |neuer )-?(saldo|kontostand|bestand)|kontostand|saldo (anterior|inicial|final|total|do dia|em conta|iniziale|finale|poczatkowe|początkowe|koncowe|końcowe)|solde (initial|final|precedent|précédent)|(ingående|utgående) saldo|a[çc]ılış bakiyesi)/i

/** A line that tells a balance and moves no money. */
function isBalance(plan: ColumnPlan, cells: readonly string[]): boolean {
  const { description } = plan
  const sums = amountsOf(plan)
  if (sums.length === 0 || sums.some((at) => (cells[at] ?? '').trim() !== '')) return false
  const texts = [...description.party, ...description.texts]
  return texts.some((at) => balances.test(cells[at] ?? ''))
}

/** The cells that tell what a row is; those at the end that are only told beside may be missing. */
function lacksCells({ amounts, description }: ColumnPlan, cells: readonly string[]): boolean {
  const { amount, otherAmount, debit, credit } = amounts
  const isShort = (at: number | null) => at === null || at >= cells.length
  const hasSums = amount !== null || debit !== null || credit !== null
  if (hasSums && [amount, otherAmount, debit, credit].every(isShort)) return true
  const texts = [...description.party, ...description.payee, ...description.texts]
  return texts.length > 0 && texts.every(isShort)
}

function amountsOf({ amounts }: ColumnPlan): readonly number[] {
  return [amounts.amount, amounts.debit, amounts.credit].filter((at) => at !== null)
}

function openDays({ dates, dateOrder }: ColumnPlan) {
  let [last, day]: [string, string | null] = ['', null]
  return (cells: readonly string[]): string | null => {
    for (const at of dates) {
      const cell = cells[at]?.trim() ?? ''
      if (cell === '') continue
      // A day has many rows, and they stand together.
      if (cell !== last) [last, day] = [cell, readDate(unwrapped(cell), dateOrder)]
      if (day !== null) return day
    }
    return null
  }
}

/** Excel's `="0123"`, an apostrophe that keeps a text from being a formula, a text between two. */
function unwrapped(cell: string): string {
  const text = cell.trim()
  if (text.startsWith('="') && text.endsWith('"')) return text.slice(2, -1).trim()
  if (!text.startsWith("'")) return text
  return text.slice(1, text.length > 1 && text.endsWith("'") ? -1 : undefined).trim()
}

function descriptionOf({ description, amounts }: ColumnPlan, cells: readonly string[]): string {
  // A dash alone stands for nothing.
  const text = (at: number) => oneLine(unwrapped(cells[at] ?? '')).replace(/^-$/, '')
  const first = (columns: readonly number[]) => columns.map(text).find((each) => each !== '') ?? ''
  const party = first(description.party) || first(otherSide(description, amounts, cells))
  const isOne = description.texts.length === 1
  const parts = [party, ...description.texts.map(text)].filter(
    (each) => each !== '' && (isOne || !accountBehindLabel.test(each)),
  )
  const joined = parts.filter((part, index) => index === 0 || !sameText(part, parts[index - 1]))
  return joined.length > 0 ? joined.join(' ') : first(description.instead)
}

function otherSide(
  { payee, payer }: DescriptionPlan,
  amounts: AmountPlan,
  cells: readonly string[],
): readonly number[] {
  if (payee.length === 0) return payer
  const isIn = !(amountOf(amounts, cells) ?? '-').startsWith('-')
  return isIn ? [...payer, ...payee] : payee
}

function oneLine(text: string): string {
  return /[\t\r\n]/.test(text) ? text.replace(/\s*[\t\r\n]\s*/g, ' ') : text
}

function sameText(a: string, b: string | undefined): boolean {
  return a === b || a.toLowerCase() === b?.toLowerCase()
}

/** Undefined for what is no amount. */
function amountOf(plan: AmountPlan, cells: readonly string[]): string | null | undefined {
  const { amount, otherAmount, debit, credit } = plan
  if (amount === null && debit === null && credit === null) return null
  if (amount !== null) {
    const own = signedAmount(plan, cells, amount)
    if (own !== null || (otherAmount === null && debit === null && credit === null)) return own
    if (otherAmount !== null) return signedAmount(plan, cells, otherAmount)
  }
  return pairAmount(plan, cells)
}

function signedAmount(
  { decimal, direction, isFlipped }: AmountPlan,
  cells: readonly string[],
  at: number,
): string | null | undefined {
  const read = readAmount(unwrapped(cells[at] ?? ''), decimal)
  if (!read) return read
  const told = direction === null ? null : directionOf(cells[direction] ?? '')
  const isOut = told === null || read.isSigned ? read.isNegative !== isFlipped : told === 'out'
  return withSign(read.size, isOut)
}

/** The debit column holds money out, with a minus or without, and the credit column money in. */
function pairAmount(
  { decimal, debit, credit }: AmountPlan,
  cells: readonly string[],
): string | null | undefined {
  const cellAt = (at: number | null) => unwrapped(at === null ? '' : (cells[at] ?? ''))
  const out = readAmount(cellAt(debit), decimal)
  const into = readAmount(cellAt(credit), decimal)
  if (out === undefined || into === undefined) return undefined
  if (out && Number(out.size) !== 0) return withSign(out.size, true)
  if (into) return withSign(into.size, false)
  return out ? out.size : null
}

function withSign(size: string, isOut: boolean): string {
  return isOut && /[1-9]/.test(size) ? `-${size}` : size
}
