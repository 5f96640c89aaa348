import { isoDay } from '../records/day.ts'
import { exactDecimal, withSign } from '../records/decimal.ts'
import { purposeOf } from '../records/sepa-words.ts'
import { joined, tidy } from '../records/words.ts'
import type { StatementColumns, StatementRow } from '../statement.ts'
import type { Currencies, FieldName, Fields } from './fields.ts'

/** An entry, or one of its transactions. */
export interface Found {
  readonly fields: Fields
  readonly currencies: Currencies
}

export interface AskedEntry {
  readonly columns: StatementColumns
  /** Whether the caller named the fields of the description. */
  readonly isNamed: boolean
}

type Bare = Omit<StatementRow, 'row'>

/** Where an amount of a transaction stands, the likeliest to be the booked one first. */
const amountFields = [
  'amount',
  'transactionAmount',
  'counterAmount',
  'instructedAmount',
] as const satisfies readonly FieldName[]

/** The row of one transaction of an entry; an entry's only one has the amount that was booked. */
export function rowOf(
  entry: Found,
  detail: Found | null,
  {
    isOnly,
    owner,
    asked,
  }: { readonly isOnly: boolean; readonly owner: string; readonly asked: AskedEntry },
): Bare {
  const amount = isOnly || !detail ? entry.fields.amount : detailAmount(entry, detail)
  const written = amount ?? ''
  const size = exactDecimal(written)
  const own = isOnly ? undefined : detail?.fields.side
  const side = (own ?? entry.fields.side ?? detail?.fields.side)?.trim()
  const currency = entry.currencies.amount
  const texts = textsOf(entry, detail, { side, owner })
  const error = errorOf(size, side, written)
  return {
    description: asked.isNamed ? namedText(texts, asked.columns) : usualText(texts),
    amount: size === null || error ? null : withSign(size, side === 'DBIT'),
    ...(currency ? { currency } : {}),
    date: dateOf(entry.fields, asked.columns),
    id: idOf(entry.fields, detail?.fields ?? {}, asked.columns),
    error,
  }
}

/** The amount of a transaction in the currency of its entry, or null where the file has none. */
export function detailAmount(entry: Found, { fields, currencies }: Found): string | null {
  const booked = entry.currencies.amount
  for (const name of amountFields) {
    const amount = fields[name]
    if (amount !== undefined && (!booked || !currencies[name] || currencies[name] === booked)) {
      return amount
    }
  }
  return null
}

function errorOf(size: string | null, side: string | undefined, written: string): string | null {
  if (size === null) return `has no readable amount: "${written.slice(0, 40)}"`
  return side === 'DBIT' || side === 'CRDT' ? null : 'says neither DBIT nor CRDT'
}

type Texts = Readonly<Record<(typeof textNames)[number], string>>
export const textNames = [
  'Nm',
  'Ustrd',
  'Cdtr',
  'Dbtr',
  'UltmtCdtr',
  'UltmtDbtr',
  'AddtlTxInf',
  'AddtlNtryInf',
  'BkTxCd',
] as const

function textsOf(
  { fields: entry }: Found,
  detail: Found | null,
  { side, owner }: { readonly side: string | undefined; readonly owner: string },
): Texts {
  const some = detail?.fields ?? {}
  return {
    Nm: payeeOf(some, { isOut: side === 'DBIT', isReversal: isTrue(entry.reversal), owner }),
    Ustrd: purposeOf(some.purpose ?? '') || (some.remittance ?? ''),
    Cdtr: some.creditor ?? '',
    Dbtr: some.debtor ?? '',
    UltmtCdtr: some.lastCreditor ?? '',
    UltmtDbtr: some.lastDebtor ?? '',
    AddtlTxInf: some.detail ?? '',
    AddtlNtryInf: entry.note ?? '',
    BkTxCd: bankCode(some) || bankCode(entry),
  }
}

/**
 * Money out goes to the creditor, money in comes from the debtor; a reversal keeps the roles of
 * the payment that it takes back. Some banks turn them round all the same: nobody pays himself
 * where the other side has a name.
 */
function payeeOf(
  fields: Fields,
  how: { readonly isOut: boolean; readonly isReversal: boolean; readonly owner: string },
): string {
  const paid = joined([fields.creditor ?? '', fields.lastCreditor ?? ''])
  const payer = joined([fields.debtor ?? '', fields.lastDebtor ?? ''])
  const [usual, other] = how.isOut !== how.isReversal ? [paid, payer] : [payer, paid]
  if (usual === '') return how.isReversal ? other : ''
  const isOwn = usual.toLowerCase() === how.owner.toLowerCase()
  return isOwn && other !== '' ? other : usual
}

function usualText(texts: Texts): string {
  const told = joined([texts.Nm, texts.Ustrd])
  if (texts.Ustrd !== '') return told
  return joined([told, texts.AddtlTxInf]) || joined([texts.AddtlNtryInf]) || texts.BkTxCd
}

function namedText(texts: Texts, columns: StatementColumns): string {
  const named = (columns.description ?? []).flatMap((asked) => {
    const name = textNames.find((each) => each === asked)
    return name ? [tidy(texts[name])] : []
  })
  return named.filter((text) => text !== '').join(' ')
}

function bankCode({ proprietary, domain, family, subfamily }: Fields): string {
  return proprietary ?? [domain, family, subfamily].filter(Boolean).join(' ')
}

function dateOf({ booked, valued }: Fields, { date }: StatementColumns): string | null {
  const [first, second] = date === 'ValDt' ? [valued, booked] : [booked, valued]
  return isoDay(first ?? '') ?? isoDay(second ?? '')
}

function idOf(entry: Fields, detail: Fields, { id }: StatementColumns): string | null {
  const endToEnd = detail.endToEnd === 'NOTPROVIDED' ? undefined : detail.endToEnd
  if (id === 'EndToEndId') return endToEnd ?? null
  if (id === 'NtryRef') return entry.reference ?? null
  const found = detail.servicer ?? entry.servicer ?? entry.reference ?? detail.transaction
  return found?.trim() || null
}

function isTrue(text: string | undefined): boolean {
  return text?.trim() === 'true' || text?.trim() === '1'
}
