import type { DecimalSign } from './amounts.ts'
import { decimalOf, readAmount } from './amounts.ts'
import type { AmountPlan } from './column-plan.ts'
import type { TableColumns } from './table-columns.ts'
import { columnsCalled, columnsLike, unknownColumns } from './table-columns.ts'

export interface NamedAmounts {
  readonly amount: number | null
  readonly debit: number | null
  readonly credit: number | null
}

type Sums = Omit<AmountPlan, 'decimal' | 'isFlipped'>

const nothing: Sums = {
  amount: null,
  otherAmount: null,
  debit: null,
  credit: null,
  direction: null,
}

/** The columns of amounts, as the caller names them, or their headers, or their content. */
export function chooseAmounts(
  table: TableColumns,
  named: NamedAmounts,
  told: DecimalSign,
): Omit<AmountPlan, 'isFlipped'> {
  const sums = namedSums(table, named) ?? headedSums(table) ?? sumsByContent(table, told) ?? nothing
  const columns = [sums.amount, sums.otherAmount, sums.debit, sums.credit]
  const cells = columns.flatMap((at) => (at === null ? [] : (table.profiles[at]?.cells ?? [])))
  return { ...sums, decimal: decimalOf(cells, told) }
}

function namedSums(table: TableColumns, { amount, debit, credit }: NamedAmounts): Sums | null {
  if (amount !== null) {
    return { ...nothing, amount, debit, credit, direction: directionColumn(table) }
  }
  if (debit === null && credit === null) return null
  const headed = headedSums(table)
  return {
    ...nothing,
    debit: debit ?? headed?.debit ?? null,
    credit: credit ?? headed?.credit ?? null,
  }
}

function headedSums(table: TableColumns): Sums | null {
  const amounts = columnsLike(table, 'amount')
  const [debit = null] = columnsLike(table, 'debit').filter((at) => isSum(table, at))
  const [credit = null] = columnsLike(table, 'credit').filter(
    (at) => isSum(table, at) && at !== debit,
  )
  const filled = (at: number | null) => (at === null ? 0 : (table.profiles[at]?.filled ?? 0))
  const best = amounts.find((at) => filled(at) >= 0.5) ?? amounts[0] ?? null
  const isPair = debit !== null && credit !== null
  if (best === null || (isPair && filled(best) < Math.min(0.5, filled(debit) + filled(credit)))) {
    if (debit !== null || credit !== null) return { ...nothing, debit, credit }
    const [called = null] = columnsCalled(table, 'amount')
    return called === null ? null : { ...nothing, amount: called }
  }
  const otherAmount = amounts.find((at) => at !== best && completes(table, best, at)) ?? null
  return { ...nothing, amount: best, otherAmount, direction: directionColumn(table) }
}

function isSum(table: TableColumns, at: number): boolean {
  const profile = table.profiles[at]
  return profile !== undefined && (profile.filled === 0 || profile.amounts >= 0.2)
}

/** It is filled in rows where the first is empty, and in no other. */
function completes(table: TableColumns, first: number, second: number): boolean {
  const [a, b] = [table.profiles[first], table.profiles[second]]
  if (!a || !b || b.filled === 0 || b.money === 0) return false
  return b.cells.every((cell, row) => cell === '' || (a.cells[row] ?? '') === '')
}

/** A column of directions under its own header, or under none: S and H, DEBIT and CREDIT. */
function directionColumn(table: TableColumns): number | null {
  const [headed] = columnsLike(table, 'direction')
  if (headed !== undefined) return headed
  const at = table.profiles.findIndex((profile, index) => {
    const kinds = table.meanings[index]?.map(({ kind }) => kind) ?? []
    const mayBe = kinds.every((kind) => ['type', 'text', 'other', 'main'].includes(kind))
    const isDash = profile.cells.every((cell) => cell === '' || cell === '-')
    return mayBe && profile.directions >= 0.9 && profile.filled >= 0.5 && !isDash
  })
  return at < 0 ? null : at
}

/** Without words: what a balance adds up from is the amount. */
function sumsByContent(table: TableColumns, told: DecimalSign): Sums | null {
  const free = unknownColumns(table).filter((at) => {
    const profile = table.profiles[at]
    return profile !== undefined && profile.amounts >= 0.8 && profile.dates < 0.5
  })
  const money = free.filter((at) => (table.profiles[at]?.money ?? 0) >= 0.3)
  const columns = money.length > 0 ? money : free.filter((at) => table.profiles[at]?.filled === 1)
  if (columns.length === 0) return null
  const values = new Map(columns.map((at) => [at, valuesOf(table, at, told)]))
  const pair = pairOf(columns, values)
  if (pair) return { ...nothing, debit: pair[0], credit: pair[1] }
  const direction = directionColumn(table)
  const full = columns.filter((at) => (table.profiles[at]?.filled ?? 0) >= 0.5)
  const added = full.find((at) => {
    return columns.some((other) => other !== at && addsUp(values.get(at), values.get(other)))
  })
  const signed = full.filter((at) => values.get(at)?.some((value) => value !== null && value < 0))
  const amount = added ?? signed[0] ?? full[0] ?? columns[0] ?? null
  return { ...nothing, amount, direction }
}

type Values = readonly (number | null)[]

function valuesOf(table: TableColumns, at: number, told: DecimalSign): Values {
  const cells = table.profiles[at]?.cells ?? []
  const decimal = decimalOf(cells, told)
  return cells.map((cell) => {
    const read = readAmount(cell, decimal)
    return read ? Number(read.size) * (read.isNegative ? -1 : 1) : null
  })
}

/** Two neighbours of which each row fills one. */
function pairOf(
  columns: readonly number[],
  values: ReadonlyMap<number, Values>,
): readonly [number, number] | null {
  for (const [index, at] of columns.entries()) {
    const next = columns[index + 1]
    if (next === undefined) return null
    const [a, b] = [values.get(at) ?? [], values.get(next) ?? []]
    if (isMixed(a) || isMixed(b)) continue
    const either = a.filter((value, row) => Boolean(value) !== Boolean(b[row])).length
    if (a.length >= 2 && either >= a.length * 0.9 && a.some(Boolean) && b.some(Boolean)) {
      return [at, next]
    }
  }
  return null
}

/** Money out and in: such a column is no half of a pair. */
function isMixed(values: Values): boolean {
  return (
    values.some((value) => value !== null && value < 0) && values.some((value) => Number(value) > 0)
  )
}

/** Whether one row's balance and its neighbour's differ by the amount, up or down the file. */
function addsUp(amounts: Values | undefined, balances: Values | undefined): boolean {
  if (!amounts || !balances || amounts.length < 3) return false
  const shareWith = (shift: 0 | 1) => {
    let fits = 0
    for (let row = 1; row < balances.length; row += 1) {
      const [before, after, amount] = [balances[row - 1], balances[row], amounts[row - shift]]
      if (before == null || after == null || amount == null) continue
      const change = shift === 0 ? after - before : before - after
      if (Math.abs(change - amount) < 0.005) fits += 1
    }
    return fits / (balances.length - 1)
  }
  return Math.max(shareWith(0), shareWith(1)) >= 0.6
}
