import { dayOf } from '../records/day.ts'
import { exactDecimal, withSign } from '../records/decimal.ts'

export interface Line61 {
  readonly amount: string | null
  readonly booked: string | null
  readonly valued: string | null
  /** The account owner's reference, the bank's behind `//`, and the lines below. */
  readonly reference: string
  readonly bankReference: string
  readonly type: string
  readonly more: string
}

/**
 * Value day, day of entry, side (R before it: taken back), a letter of the currency, amount, type
 * and references. Some banks leave spaces in place of the day, or between the parts.
 */
const written =
  /^(?<valued>\d{6})(?<entry>\d{4}|\s{4})?\s*(?<side>R[CD]|E[CD]|[CD])[A-Z]?\s*(?<size>[\d.]*,?\d*)(?<type>[A-Z][A-Z0-9]{3})?(?<rest>.*)$/

/** A credit that is taken back is money out. */
const outSides = new Set(['D', 'RC', 'ED'])

export function readLine61(lines: readonly string[]): Line61 | null {
  const match = written.exec(lines[0] ?? '')
  if (!match?.groups) return null
  const { valued = '', entry = '', side = '', size = '', type = '', rest = '' } = match.groups
  const decimal = exactDecimal(size.replace(/,$/, ''), ',')
  const [reference = '', ...bank] = rest.split('//')
  const day = dayOfValue(valued)
  return {
    amount: decimal === null ? null : withSign(decimal, outSides.has(side)),
    booked: dayOfEntry(entry, valued),
    valued: day,
    reference: reference.trim(),
    bankReference: bank.join('//').trim(),
    type,
    more: lines.slice(1).join(' ').trim(),
  }
}

function dayOfValue(valued: string): string | null {
  return dayOf(yearOf(valued), Number(valued.slice(2, 4)), Number(valued.slice(4, 6)))
}

/** The entry has no year: it is the one that brings it next to the value day. */
function dayOfEntry(entry: string, valued: string): string | null {
  if (!/^\d{4}$/.test(entry)) return null
  const [month, valueMonth] = [Number(entry.slice(0, 2)), Number(valued.slice(2, 4))]
  const apart = month - valueMonth
  const year = yearOf(valued) + (apart > 6 ? -1 : apart < -6 ? 1 : 0)
  return dayOf(year, month, Number(entry.slice(2)))
}

function yearOf(valued: string): number {
  const year = Number(valued.slice(0, 2))
  return year < 80 ? 2000 + year : 1900 + year
}
