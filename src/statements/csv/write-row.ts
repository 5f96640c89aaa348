const dangerous = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const numeric = /^[-+]?[\d.,]*\d[\d.,]*$/
/** Most cells: one look instead of three. */
const harmless = /^\w(?:[\w .:/&#*'()-]*[\w.)])?$/

/**
 * One cell of RFC 4180. Somebody else may have chosen a text that a spreadsheet would take for a
 * formula: an apostrophe in front keeps it a text. A plain number cannot be a formula.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (harmless.test(text)) return text
  const safe = dangerous.test(text) && !numeric.test(text) ? `'${text}` : text
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvRow(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`
}
