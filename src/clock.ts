/**
 * The time as RFC 3339 with milliseconds. Several messages of one call ask for it within the same
 * millisecond, and writing a date costs more than comparing two numbers.
 */
export function timestamp(): string {
  const now = Date.now()
  if (now !== lastMs) {
    lastMs = now
    lastText = new Date(now).toISOString()
  }
  return lastText
}

let lastMs = -1
let lastText = ''
