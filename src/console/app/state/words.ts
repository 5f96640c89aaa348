const moneyFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const wholeFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

export function dollars(cents: number): string {
  return moneyFormat.format(cents / 100)
}

/** Zero is said with a dash: in a column of changes it is what the eye should skip. */
export function signedDollars(cents: number): string {
  if (cents === 0) return '–'
  return `${cents > 0 ? '+' : '−'}${dollars(Math.abs(cents))}`
}

export function signedCount(value: number): string {
  if (value === 0) return '–'
  return `${value > 0 ? '+' : '−'}${whole(Math.abs(value))}`
}

export function whole(value: number): string {
  return wholeFormat.format(value)
}

export function count(value: number, one: string, many = `${one}s`): string {
  return `${whole(value)} ${value === 1 ? one : many}`
}

export function percent(part: number, total: number): string {
  return total === 0 ? '–' : `${Math.floor((part / total) * 100)}\u00a0%`
}

/** `2026-01-31T10:20:30.123Z` as `2026-01-31 10:20:30`. */
export function utc(time: string): string {
  return time.slice(0, 19).replace('T', ' ')
}

export function utcMinute(time: string): string {
  return utc(time).slice(0, 16)
}

/** As short as it is still clear: the year is said only where it is another one than now. */
export function utcBrief(time: string, now: number = Date.now()): string {
  const year = new Date(now).toISOString().slice(0, 5)
  return time.startsWith(year) ? utcMinute(time).slice(5) : utcMinute(time)
}

export function shortHash(hash: string): string {
  return `${hash.slice(0, 8)}…${hash.slice(-4)}`
}

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long ago, in words as short as a table wants them. */
export function ago(time: string, now: number = Date.now()): string {
  const ms = Math.max(0, now - Date.parse(time))
  if (ms < minuteMs) return 'just now'
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min ago`
  if (ms < dayMs) return `${Math.floor(ms / hourMs)} h ago`
  const days = Math.floor(ms / dayMs)
  return days < 60 ? `${count(days, 'day')} ago` : time.slice(0, 10)
}

/** For a time that is only known to the hour. */
export function hourAgo(time: string, now: number = Date.now()): string {
  return now - Date.parse(time) < hourMs ? 'this hour' : ago(time, now)
}

export function lasting(ms: number): string {
  if (ms < 2 * secondMs) return `${Math.max(1, Math.round(ms))} ms`
  if (ms < 2 * minuteMs) return `${Math.round(ms / secondMs)} s`
  if (ms < 2 * hourMs) return `${Math.round(ms / minuteMs)} min`
  return `${Math.round(ms / hourMs)} h`
}

const kibi = 1_024

export function bytes(value: number): string {
  if (value < kibi) return `${value} bytes`
  const units = ['KiB', 'MiB', 'GiB']
  let amount = value / kibi
  let unit = 0
  for (; amount >= kibi && unit < units.length - 1; unit += 1) amount /= kibi
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${units[unit]}`
}

/** `CallNotCharged` as `Call not charged`, `log_in_failed` as `Log in failed`. */
export function plain(name: string): string {
  const spaced = name.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, '$1 $2')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase()
}

export function amountWords(amount: number | string | null | undefined): string {
  if (amount === null || amount === undefined || amount === '') return '–'
  const value = Number(amount)
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return value.toLocaleString('en-US', digits).replace('-', '−')
}
