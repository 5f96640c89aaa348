/**
 * An amount as people's files have it: `-5.75`, `1,234.56`, `1.234,56 €`, `(12.50)`, `12,50-`.
 * Null for an empty cell; undefined for what is no amount. Where both readings of a number with
 * one separator and three digits behind it are possible (`1,234`), a comma is a decimal comma in
 * a file that does not part its cells by commas, and a point is always a decimal point.
 */
export function parseAmount(cell: string, decimalComma: boolean): number | null | undefined {
  const plain = Number(cell)
  if (cell !== '' && Number.isFinite(plain) && /^-?\d+(\.\d+)?$/.test(cell)) return plain
  const text = cell.replace(unspoken, '').replace(minusSigns, '-')
  if (text === '') return null
  const match = written.exec(text)
  if (!match?.groups) return undefined
  const { open = '', before = '', digits = '', after = '', close = '' } = match.groups
  if ((open === '(') !== (close === ')')) return undefined
  const size = sizeOf(digits, decimalComma)
  if (size === null) return undefined
  const negative = open === '(' || before === '-' || /^(-|DR|S|D)$/i.test(after)
  return negative ? 0 - size : size
}

const unspoken =
  /[\s'’\u00a0\u202f]|\p{Sc}|\b(EUR|USD|GBP|CHF|CAD|AUD|JPY|SEK|NOK|DKK|PLN|CZK)\b/giu
const minusSigns = /[\u2010-\u2015\u2212]/g
const written =
  /^(?<open>\(?)(?<before>[+-]?)(?<digits>[\d.,]*\d[\d.,]*)(?<after>-|\+|DR|CR|[SHDC])?(?<close>\)?)$/i

/** The number without its sign, or null when its separators make no sense. */
function sizeOf(digits: string, decimalComma: boolean): number | null {
  const decimal = decimalSign(digits, decimalComma)
  const [whole = '', part, ...more] = decimal === '' ? [digits] : digits.split(decimal)
  if (more.length > 0 || (part !== undefined && !/^\d*$/.test(part))) return null
  const grouped =
    /^\d{1,3}([.,]\d{3})+$/.test(whole) && !(whole.includes('.') && whole.includes(','))
  if (!grouped && !/^\d*$/.test(whole)) return null
  const size = Number(`${whole.replace(/[.,]/g, '') || '0'}.${part || '0'}`)
  return Number.isFinite(size) ? size : null
}

/** The separator that stands before the decimals, or '' when there is none. */
function decimalSign(digits: string, decimalComma: boolean): '' | '.' | ',' {
  const comma = digits.lastIndexOf(',')
  const point = digits.lastIndexOf('.')
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.'
  if (comma < 0 && point < 0) return ''
  const sign = comma >= 0 ? ',' : '.'
  const at = Math.max(comma, point)
  if (digits.indexOf(sign) !== at) return '' // Twice the same: groups of thousands.
  const couldGroup = digits.length - at === 4 && at > 0 && at <= 3
  return couldGroup && sign === ',' && !decimalComma ? '' : sign
}
