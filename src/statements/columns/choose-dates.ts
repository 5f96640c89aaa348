import type { DecimalSign } from './amounts.ts'
import type { DayOrder } from './dates.ts'
import { orderOf } from './dates.ts'
import type { TableColumns } from './table-columns.ts'
import { columnsLike } from './table-columns.ts'

export interface ChosenDates {
  readonly dates: readonly number[]
  readonly dateOrder: DayOrder
}

/** The booking date before the day of the purchase and the value date; the first without words. */
export function chooseDates(
  table: TableColumns,
  named: number | null,
  told: { readonly order: DayOrder; readonly today: string },
): ChosenDates {
  const headed = (['date', 'plainDate', 'transactionDate', 'valueDate'] as const).flatMap((kind) =>
    columnsLike(table, kind),
  )
  const content = [...table.profiles.keys()].filter((at) => {
    const kinds = table.meanings[at] ?? []
    return kinds.length === 0 && (table.profiles[at]?.dates ?? 0) >= 0.7
  })
  const found = headed.length > 0 ? headed : content
  const dates = named === null ? [...new Set(found)] : [named]
  const all = new Set([...dates, ...headed, ...content])
  const cells = [...all].map((at) => table.profiles[at]?.cells ?? [])
  return { dates, dateOrder: orderOf(cells, { told: told.order, today: told.today }) }
}

/** Headers and signs of banks that write the month first: those of the United States. */
export function toldOrder(table: TableColumns, decimal: DecimalSign): DayOrder {
  if (decimal === ',') return 'dmy'
  const text = table.names.join(' ').toLowerCase()
  const isAscii = /^[\x20-\x7e]*$/.test(text)
  const first = table.profiles.find(({ dates }) => dates >= 0.5)?.cells.find((cell) => cell !== '')
  if (first && /^\d{1,2}[.-]\d{1,2}[.-]/.test(first)) return 'dmy'
  if (!table.hasHeader || !isAscii || british.test(text)) return 'dmy'
  const currencies = table.profiles.filter((profile) => profile.currencies >= 0.5)
  const codes = currencies.flatMap(({ cells }) => cells)
  return codes.some((code) => code !== '' && code !== 'USD' && code !== 'CAD') ? 'dmy' : 'mdy'
}

const british =
  /paid out|paid in|money out|money in|narrati|withdrawal am|sort code|counter ?party|cheque|gbp|£|inr|aud|nzd|txn date|particulars|memo,|debit amount|value date|datum|fecha|dato|tarih|data|pvm|spending category|unique id/
