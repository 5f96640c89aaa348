import { exactDecimal } from '../records/decimal.ts'
import type { NamedFields } from '../records/named-fields.ts'
import type { AskedFields } from '../records/open-records.ts'
import { openRecords } from '../records/open-records.ts'
import { textLines } from '../records/text-lines.ts'
import { joined, tidy } from '../records/words.ts'
import type { AskedColumns, OpenStatement, StatementRow } from '../statement.ts'
import type { DateOrder } from './date-order.ts'
import { dateOrder, dayInOrder } from './date-order.ts'
import type { QifRecord } from './records.ts'
import { openQifRecords } from './records.ts'

const fields: NamedFields = {
  format: 'QIF',
  usual: {
    description: ['P', 'M'],
    amount: 'T',
    debit: null,
    credit: null,
    date: 'D',
    id: null,
  },
  description: ['P', 'M', 'L', 'N', 'A'],
  amount: ['T', 'U'],
  date: ['D'],
  id: ['N'],
}

export function looksLikeQif(start: string): boolean {
  return /^\s*(?:\ufeff|\u00ef\u00bb\u00bf)?\s*!(?:Type|Account|Option|Clear)\b/i.test(start)
}

/** So many records tell in which order the dates are written. */
const lookedAt = 5_000

/** One row for each transaction; its splits share the total, and tell nothing of the payee. */
export async function openQif(
  bytes: AsyncIterable<Uint8Array>,
  asked: AskedColumns,
): Promise<OpenStatement> {
  return openRecords(bytes, asked, { format: 'qif', fields }, rowsOf)
}

async function* rowsOf(
  text: AsyncIterable<string>,
  asked: AskedFields,
): AsyncGenerator<StatementRow> {
  let waiting: QifRecord[] | null = []
  let style: Style = { decimal: '.', order: 'mdy' }
  let row = 0
  const next = () => {
    row += 1
    return row
  }
  for await (const record of recordsOf(text)) {
    if (waiting) waiting.push(record)
    if (waiting && waiting.length < lookedAt) continue
    if (waiting) style = styleOf(waiting)
    for (const each of waiting ?? [record]) yield rowOf(each, { row: next(), style, asked })
    waiting = null
  }
  style = waiting ? styleOf(waiting) : style
  for (const each of waiting ?? []) yield rowOf(each, { row: next(), style, asked })
}

async function* recordsOf(text: AsyncIterable<string>): AsyncGenerator<QifRecord> {
  const records = openQifRecords()
  let count = 0
  for await (const lines of textLines(text)) {
    for (const line of lines) {
      const record = records.hear(line.text?.trim() ?? '')
      if (record) yield record
      if (record) count += 1
    }
  }
  const last = records.end()
  if (last) yield last
  if (count === 0 && !last) throw records.refusal()
}

interface Style {
  readonly decimal: '.' | ','
  readonly order: DateOrder
}

function styleOf(records: readonly QifRecord[]): Style {
  const amounts = records.map(({ fields }) => fields.get('T') ?? fields.get('U') ?? '')
  const hasCommas = amounts.some((amount) => /,\d{1,2}$/.test(amount))
  const dates = records.map(({ fields }) => fields.get('D') ?? '')
  return { decimal: hasCommas ? ',' : '.', order: dateOrder(dates, hasCommas) }
}

function rowOf(
  { fields, splits }: QifRecord,
  {
    row,
    style,
    asked,
  }: { readonly row: number; readonly style: Style; readonly asked: AskedFields },
): StatementRow {
  const value = (name: string | null) => (name ? (fields.get(name) ?? '') : '')
  const written = value(asked.columns.amount) || value('U')
  const amount = exactDecimal(written, style.decimal)
  const named = (asked.columns.description ?? []).map((name) => tidy(value(name)))
  return {
    row,
    description: asked.isNamed
      ? named.filter((text) => text !== '').join(' ')
      : joined([value('P'), value('M')]) || joined([...splits, value('N')]) || tidy(value('L')),
    amount,
    date: dayInOrder(value(asked.columns.date), style.order),
    id: value(asked.columns.id) || null,
    error: amount === null ? `has no readable amount: "${written.slice(0, 40)}"` : null,
  }
}
