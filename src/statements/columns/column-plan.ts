import type { DecimalSign } from './amounts.ts'
import type { DayOrder } from './dates.ts'

/** Where a row's parts are among its cells, by the numbers of columns from 0. */
export interface ColumnPlan {
  readonly description: DescriptionPlan
  readonly amounts: AmountPlan
  /** The likeliest first: the next one stands in where a cell is empty. */
  readonly dates: readonly number[]
  readonly dateOrder: DayOrder
  readonly id: number | null
  readonly currency: number | null
}

export interface DescriptionPlan {
  /** Names of the other side, of which the first that is not empty is taken. */
  readonly party: readonly number[]
  /** The other side of money out, and of money in. */
  readonly payee: readonly number[]
  readonly payer: readonly number[]
  /** Joined behind the payee. */
  readonly texts: readonly number[]
  /** Stand in, one after the other, where all of these are empty. */
  readonly instead: readonly number[]
}

export interface AmountPlan {
  readonly amount: number | null
  /** Stands in where `amount` is empty: a second currency's column. */
  readonly otherAmount: number | null
  readonly debit: number | null
  readonly credit: number | null
  /** Says of amounts without a sign whether they are money out. */
  readonly direction: number | null
  readonly decimal: DecimalSign
  /** A card's charges are positive there. */
  readonly isFlipped: boolean
}
