import type { AskedColumns, StatementColumns } from '../statement.ts'
import { StatementRefused } from '../statement.ts'
import type { DecimalSign } from './amounts.ts'
import { isCardOfCharges } from './card-charges.ts'
import { chooseAmounts } from './choose-amounts.ts'
import { chooseDates, toldOrder } from './choose-dates.ts'
import { chooseDescription } from './choose-description.ts'
import type { ColumnPlan, DescriptionPlan } from './column-plan.ts'
import { plainHeader } from './header-names.ts'
import type { TableColumns } from './table-columns.ts'
import { columnsLike } from './table-columns.ts'

export interface ChosenColumns {
  readonly plan: ColumnPlan
  readonly columns: StatementColumns
}

export interface Told {
  /** The decimal sign where no cell tells it. */
  readonly decimal: DecimalSign
  /** YYYY-MM-DD. */
  readonly today: string
}

/** Null when no column can be a description; a refusal when the caller names one that is not. */
export function chooseColumns(
  table: TableColumns,
  asked: AskedColumns,
  told: Told,
): ChosenColumns | null {
  const named = placesOf(table, asked)
  const description =
    named.description.length > 0
      ? { ...noDescription, texts: named.description }
      : chooseDescription(table)
  if (!description) return null
  const sums = chooseAmounts(table, named, told.decimal)
  const amounts = {
    ...sums,
    isFlipped: isCardOfCharges(table, { ...sums, isFlipped: false }, description),
  }
  const order = toldOrder(table, sums.decimal)
  const dates = chooseDates(table, named.date, { order, today: told.today })
  const [id = null] = named.id === null ? columnsLike(table, 'id') : [named.id]
  const [currency = null] = columnsLike(table, 'currency')
  const plan = { description, amounts, ...dates, id, currency }
  return { plan, columns: shownColumns(table, plan) }
}

const noDescription: DescriptionPlan = { party: [], payee: [], payer: [], texts: [], instead: [] }

interface Places {
  readonly description: readonly number[]
  readonly amount: number | null
  readonly debit: number | null
  readonly credit: number | null
  readonly date: number | null
  readonly id: number | null
}

function placesOf(table: TableColumns, asked: AskedColumns): Places {
  const missing: { pointer: string; message: string }[] = []
  const place = (pointer: string, name: string | undefined): number | null => {
    if (name === undefined) return null
    const at = placeOf(table, name)
    if (at === null) missing.push({ pointer, message: `no column is called ${printable(name)}` })
    return at
  }
  const places = {
    description: asked.description.flatMap((name) => place('description', name) ?? []),
    amount: place('amount', asked.amount),
    debit: place('debit', asked.debit),
    credit: place('credit', asked.credit),
    date: place('date', asked.date),
    id: place('id', asked.id),
  }
  if (missing.length > 0) throw noSuchColumn(table, missing)
  return places
}

/** By the name as it stands; then without regard to case, then to marks and signs. */
export function placeOf({ names }: Pick<TableColumns, 'names'>, name: string): number | null {
  const ways = [
    (text: string) => text.trim(),
    (text: string) => text.trim().toLowerCase(),
    plainHeader,
  ]
  for (const way of ways) {
    const wanted = way(name)
    const at = names.findIndex((each) => way(each) === wanted)
    if (wanted !== '' && at >= 0) return at
  }
  return null
}

/** The caller's column is not there; of several readings of a file the widest one tells. */
export class NoSuchColumn extends StatementRefused {
  readonly width: number

  constructor(
    width: number,
    message: string,
    errors: readonly { readonly pointer: string; readonly message: string }[],
  ) {
    super(message, errors)
    this.width = width
  }
}

function noSuchColumn(
  { names }: TableColumns,
  missing: readonly { readonly pointer: string; readonly message: string }[],
): NoSuchColumn {
  const has = names.map(printable).join(', ').slice(0, 2_000)
  const [first] = missing
  const message = `In the file ${first?.message}. It has these: ${has}.`
  return new NoSuchColumn(names.length, message, missing)
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e\u00a0-\uffff]+/g, ' ').slice(0, 80)
}

function shownColumns({ names }: TableColumns, plan: ColumnPlan): StatementColumns {
  const name = (at: number | null | undefined) => (at == null ? null : (names[at] ?? null))
  const { party, payee, payer, texts } = plan.description
  const parts = [...party, ...payee, ...payer, ...texts].flatMap((at) => name(at) ?? [])
  const { amount, debit, credit } = plan.amounts
  return {
    description: parts,
    amount: name(amount),
    debit: name(debit),
    credit: name(credit),
    date: name(plan.dates[0]),
    id: name(plan.id),
  }
}
