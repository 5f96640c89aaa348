import { dayOf } from '../records/day.ts'

/** The order in which a file writes day, month and year. */
export type DateOrder = 'mdy' | 'dmy' | 'ymd'

interface Parts {
  readonly numbers: readonly [number, number, number]
  readonly yearFirst: boolean
  readonly text: string
}

/** `12/31/2024`, `31.12.24`, `1/ 5'24`, `2024-12-31`, `31 Dec 2024`. */
const written = /^(\d{1,4})\s*[-/.' ]\s*(\d{1,2}|[A-Za-z]{3,9})\.?\s*[-/.', ]\s*(\d{1,4})$/
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * A first number above twelve is a day, a second one shows that the month stands first. Where no
 * date says so, points and decimal commas are Europe's; slashes are those of the program's home.
 */
export function dateOrder(dates: readonly string[], hasDecimalCommas: boolean): DateOrder {
  const parts = dates.flatMap((text) => partsOf(text) ?? [])
  if (parts.some(({ yearFirst }) => yearFirst)) return 'ymd'
  const dayFirst = parts.filter(({ numbers: [first] }) => first > 12).length
  const dayLater = parts.filter(({ numbers: [, second] }) => second > 12).length
  if (dayFirst !== dayLater) return dayFirst > dayLater ? 'dmy' : 'mdy'
  const european = parts.some(({ text }) => text.includes('.'))
  return european || hasDecimalCommas || parts.some(({ text }) => /[a-z]/i.test(text))
    ? 'dmy'
    : 'mdy'
}

export function dayInOrder(text: string, order: DateOrder): string | null {
  const parts = partsOf(text)
  if (!parts) return null
  const [a, b, c] = parts.numbers
  if (parts.yearFirst) return dayOf(a, b, c)
  if (order === 'ymd') return dayOf(fullYear(a, text), b, c)
  const [day, month] = order === 'dmy' ? [a, b] : [b, a]
  return dayOf(fullYear(c, text), month, day)
}

function partsOf(text: string): Parts | null {
  const plain = text.trim().replace(/\s+\d{1,2}:\d\d.*$/, '')
  const match = written.exec(plain)
  if (!match) return null
  const [, first = '', second = '', third = ''] = match
  const named = months.indexOf(second.slice(0, 3).toLowerCase()) + 1
  if (/[a-z]/i.test(second) && named === 0) return null
  const middle = named || Number(second)
  return {
    numbers: [Number(first), middle, Number(third)],
    yearFirst: first.length === 4,
    text: plain,
  }
}

/** Quicken writes years from 2000 on behind an apostrophe, and earlier ones behind a slash. */
function fullYear(year: number, text: string): number {
  if (year >= 100) return year
  if (text.includes("'")) return 2000 + year
  return year < 70 ? 2000 + year : 1900 + year
}
