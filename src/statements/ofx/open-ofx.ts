import { isoDay } from '../records/day.ts'
import { exactDecimal, withSign } from '../records/decimal.ts'
import type { NamedFields } from '../records/named-fields.ts'
import { openRecords } from '../records/open-records.ts'
import { joined, tidy } from '../records/words.ts'
import type { AskedColumns, OpenStatement, StatementColumns, StatementRow } from '../statement.ts'
import { StatementRefused } from '../statement.ts'
import { openSgml } from './sgml.ts'
import type { OfxTransaction } from './transactions.ts'
import { openTransactions } from './transactions.ts'

const fields: NamedFields = {
  format: 'OFX',
  usual: {
    description: ['NAME', 'MEMO'],
    amount: 'TRNAMT',
    debit: null,
    credit: null,
    date: 'DTPOSTED',
    id: 'FITID',
  },
  description: ['NAME', 'MEMO', 'EXTDNAME', 'TRNTYPE', 'CHECKNUM', 'REFNUM', 'CITY'],
  amount: ['TRNAMT'],
  date: ['DTPOSTED', 'DTUSER', 'DTAVAIL'],
  id: ['FITID', 'REFNUM', 'CHECKNUM', 'SRVRTID'],
}

/** QFX is OFX with a bank's number for one program. */
export function looksLikeOfx(start: string): boolean {
  return /^\s*(?:\ufeff|\u00ef\u00bb\u00bf)?\s*OFXHEADER\s*:|<\?OFX\b|<OFX>/i.test(start)
}

export async function openOfx(
  bytes: AsyncIterable<Uint8Array>,
  asked: AskedColumns,
): Promise<OpenStatement> {
  const format = { format: 'ofx', fields, declared: declaredIn } as const
  return openRecords(bytes, asked, format, (text, { columns, isNamed }) =>
    rowsOf(text, (some) => rowOf(some, columns, isNamed)),
  )
}

type Bare = Omit<StatementRow, 'row' | 'currency'>

/**
 * Some banks write what a card paid without a minus; that is so where none of the first rows has
 * one, though there are debits among them.
 */
const signsWithin = 500

async function* rowsOf(
  text: AsyncIterable<string>,
  read: (transaction: OfxTransaction) => Bare,
): AsyncGenerator<StatementRow> {
  const tags = openSgml()
  const found = openTransactions()
  let waiting: OfxTransaction[] | null = []
  let isUnsigned = false
  let row = 0
  const toRow = (transaction: OfxTransaction): StatementRow => {
    row += 1
    const bare = read(transaction)
    const turned = isUnsigned && isDebit(transaction) && bare.amount !== null
    const currency = transaction.get('CURSYM') ?? found.currency()
    return {
      row,
      ...bare,
      ...(turned ? { amount: withSign(bare.amount ?? '', true) } : {}),
      ...(currency ? { currency } : {}),
    }
  }
  function* next(transaction: OfxTransaction | null, isEnd: boolean): Generator<StatementRow> {
    if (transaction && !waiting) yield toRow(transaction)
    else if (transaction) waiting?.push(transaction)
    if (!waiting || (waiting.length < signsWithin && !isEnd)) return
    isUnsigned =
      waiting.some(isDebit) && !waiting.some((some) => /-/.test(some.get('TRNAMT') ?? ''))
    const some = waiting
    waiting = null
    for (const each of some) yield toRow(each)
  }
  for await (const piece of text) {
    for (const tag of tags.push(piece)) yield* next(found.hear(tag), false)
  }
  for (const tag of tags.end()) yield* next(found.hear(tag), false)
  yield* next(found.end(), true)
  if (!found.isWhole()) throw cutOff()
  if (row === 0) throw noTransactions(found.seen)
}

function isDebit(transaction: OfxTransaction): boolean {
  return transaction.get('TRNTYPE')?.toUpperCase() === 'DEBIT'
}

function rowOf(transaction: OfxTransaction, columns: StatementColumns, isNamed: boolean): Bare {
  const value = (name: string | null) => (name ? tidy(transaction.get(name) ?? '') : '')
  const written = value(columns.amount)
  const amount = amountOf(written)
  const named = (columns.description ?? []).map(value).filter((text) => text !== '')
  return {
    description: isNamed ? named.join(' ') : usualText(value),
    amount,
    date: isoDay(value(columns.date)) ?? isoDay(value('DTPOSTED')),
    id: value(columns.id) || null,
    error: amount === null ? `has no readable TRNAMT: "${written.slice(0, 40)}"` : null,
  }
}

/** A comma may be the decimal sign; the standard knows no groups of thousands. */
function amountOf(written: string): string | null {
  return exactDecimal(written)
}

function usualText(value: (name: string) => string): string {
  const told = joined([value('NAME'), value('EXTDNAME'), value('MEMO')])
  if (told !== '') return told
  const check = value('CHECKNUM')
  return [value('TRNTYPE'), check].filter((text) => text !== '').join(' ')
}

function declaredIn(start: string): string | null {
  const xml = /<\?xml[^>]*encoding=["']([\w.-]+)["']/i.exec(start)?.[1]
  const charset = /CHARSET\s*:\s*([\w-]+)/i.exec(start)?.[1]
  if (xml || !charset) return xml ?? null
  return /^125\d$/.test(charset) ? `windows-${charset}` : charset
}

function cutOff(): StatementRefused {
  return new StatementRefused(
    'The OFX file is cut off: its last element is missing. Download it from the bank again.',
  )
}

function noTransactions(seen: ReadonlySet<string>): StatementRefused {
  const kind = seen.has('INVSTMTRS')
    ? 'The OFX file is of an investment account: it has purchases of securities, no payments.'
    : 'The OFX file has no transactions.'
  return new StatementRefused(`${kind} Choose another account, or a longer time, at the bank.`)
}
