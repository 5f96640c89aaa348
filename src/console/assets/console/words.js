const moneyFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export function dollars(cents) {
  return moneyFormat.format(cents / 100)
}

/** Zero is said with a dash: in a column of changes it is what the eye should skip. */
export function signedDollars(cents) {
  if (cents === 0) return '–'
  return `${cents > 0 ? '+' : '−'}${dollars(Math.abs(cents))}`
}

export function signedCount(count) {
  if (count === 0) return '–'
  return `${count > 0 ? '+' : '−'}${Math.abs(count)}`
}

export function count(value, one, many = `${one}s`) {
  return `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`
}

/** `2026-01-31T10:20:30.123Z` as `2026-01-31 10:20:30`. */
export function utc(time) {
  return time.slice(0, 19).replace('T', ' ')
}

export function shortHash(hash) {
  return `${hash.slice(0, 8)}…${hash.slice(-4)}`
}
