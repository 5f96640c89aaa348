/** Most numbers of machines: nothing is to be done. */
const plain = /^(?:0|[1-9]\d*)(?:\.\d+)?$/
/** Signs that a number carries in front: the minus has many forms. */
const written = /^(?<sign>[+\-\u2010-\u2015\u2212]?)(?<digits>[\d.,' \u00a0\u202f]*\d[.,]?)$/

/**
 * The number as an exact decimal with a point, or null. A last separator that may stand for either
 * is taken as `decimal` says where three digits follow it: `1,234` is a thousand or one.
 */
export function exactDecimal(text: string, decimal: '.' | ',' = '.'): string | null {
  if (decimal === '.' && plain.test(text)) return text
  const match = written.exec(text.trim())
  if (!match?.groups) return null
  const { sign = '', digits = '' } = match.groups
  const dense = digits.replace(/[' \u00a0\u202f]/g, '')
  const at = decimalAt(dense, decimal)
  const whole = at < 0 ? dense : dense.slice(0, at)
  const part = at < 0 ? '' : dense.slice(at + 1)
  if (!/^\d*$/.test(part) || !isWhole(whole)) return null
  return signed(sign !== '' && sign !== '+', `${whole.replace(/[.,]/g, '') || '0'}`, part)
}

/** Minus for money out; zero has no sign. */
export function withSign(decimal: string, isOut: boolean): string {
  const size = decimal.startsWith('-') ? decimal.slice(1) : decimal
  return isOut && /[1-9]/.test(size) ? `-${size}` : size
}

function signed(isNegative: boolean, whole: string, part: string): string {
  const size = `${whole.replace(/^0+(?=\d)/, '')}${part === '' ? '' : `.${part}`}`
  return withSign(size, isNegative)
}

/** Digits alone, or groups of three behind one to three; Indian ones have two before the last. */
function isWhole(whole: string): boolean {
  return /^\d*$/.test(whole) || /^\d{1,3}([.,])(\d{2,3}\1)*\d{3}$/.test(whole)
}

function decimalAt(digits: string, decimal: '.' | ','): number {
  const comma = digits.lastIndexOf(',')
  const point = digits.lastIndexOf('.')
  const at = Math.max(comma, point)
  if (at < 0 || (comma >= 0 && point >= 0)) return at
  const sign = digits[at]
  if (digits.indexOf(sign ?? '') !== at) return -1 // Twice the same: groups of thousands.
  return digits.length - at === 4 && at > 0 && sign !== decimal ? -1 : at
}
