/** A day of the calendar as YYYY-MM-DD, or null where there is none. */
export function dayOf(year: number, month: number, day: number): string | null {
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  if (year < 1900 || year > 2200) return null
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Days as `20240131…` and `2024-01-31…`: the time behind them is not asked for. */
export function isoDay(text: string): string | null {
  if (text === last.text) return last.day
  last = { text, day: readDay(text) }
  return last.day
}

/** A day has many rows, and they stand together. */
let last: { readonly text: string; readonly day: string | null } = { text: '', day: null }

function readDay(text: string): string | null {
  const match = /^\s*(\d{4})-?(\d{2})-?(\d{2})/.exec(text)
  return match ? dayOf(Number(match[1]), Number(match[2]), Number(match[3])) : null
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
