/** An amount as files have it, without the signs of its currency. */
export interface ReadAmount {
  /** The exact decimal without its sign: digits, perhaps a point and digits. */
  readonly size: string
  readonly isNegative: boolean
  /** It says whether it is money out or in: by a sign, or by letters behind it. */
  readonly isSigned: boolean
}

export type DecimalSign = '.' | ','

/**
 * An amount: `-5.75`, `1,234.56`, `1.234,56 €`, `(12.50)`, `12,50-`, `1,23,456.78 Dr`, `− 3 kr`.
 * Null for an empty cell; undefined for text that is no amount, such as `abc`, `$` or `1.2.3`.
 */
export function readAmount(cell: string, decimal: DecimalSign): ReadAmount | null | undefined {
  if (plainAmount.test(cell) && (decimal === '.' || !grouped.test(cell))) {
    const isNegative = cell.startsWith('-')
    return { size: isNegative ? cell.slice(1) : cell, isNegative, isSigned: isNegative }
  }
  const text = cell.replace(unspoken, ' ').replace(minusSigns, '-').trim()
  if (/^-{1,3}$/.test(text)) return null // Banks put it where a cell stays empty.
  if (text === '') return /\p{Sc}|\p{L}/u.test(cell) ? undefined : null
  const match = written.exec(text)
  if (!match?.groups) return undefined
  const { open = '', before = '', digits = '', after = '', close = '' } = match.groups
  if ((open === '(') !== (close === ')')) return undefined
  const size = sizeOf(digits.trim(), decimal)
  if (size === null) return undefined
  const mark = after.toUpperCase().replace('.', '')
  const out = open === '(' || before.trim() === '-' || /^(-|DR|S|D)$/.test(mark)
  return { size, isNegative: out, isSigned: out || before.trim() === '+' || mark !== '' }
}

const plainAmount = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const grouped = /\.\d{3}$/
const currencies =
  'EUR|USD|GBP|CHF|CAD|AUD|NZD|JPY|SEK|NOK|DKK|PLN|CZK|HUF|RON|TRY|INR|BRL|MXN|SGD|HKD|CNY|KRW|ZAR|ILS|BGN|RSD|ISK|THB|AED|MYR|PHP|IDR|ARS|CLP|COP|UAH'
const unspoken = new RegExp(
  `\\p{Sc}|(?<![\\p{L}])(?:(?:${currencies})(?![\\p{L}])|US(?=\\$)|R(?=\\$)|A(?=\\$)|C(?=\\$)|NZ(?=\\$)|HK(?=\\$)|S(?=\\$)|Rs\\.?|kr\\.?|zł|zl|Kč|Kc|Ft|lei|TL|Fr\\.|円|EURO?S?)(?![\\p{L}])|[\\s\\u00a0\\u202f\\u2009]|'(?=\\d{3})|’(?=\\d{3})`,
  'giu',
)
const minusSigns = /[\u2010-\u2015\u2212\ufe63\uff0d△▲]/g
const written =
  /^(?<open>\(?) *(?<before>[+-]? *)(?<digits>(?:\d[\d., ]*|[.,]\d+)(?:-{0,2}(?<=[.,]-{1,2}))?) *(?<after>-|\+|DR\.?|CR\.?|[SHDC])? *(?<close>\)?)$/i

/** The number, or null when its separators make no sense. */
function sizeOf(digits: string, decimal: DecimalSign): string | null {
  const text = digits.replace(/[.,]-{1,2}$/, '')
  const sign = decimalIn(text, decimal)
  const [whole = '', part, ...more] = sign === '' ? [text] : text.split(sign)
  if (more.length > 0 || (part !== undefined && !/^\d*$/.test(part))) return null
  if (!/^\d*$/.test(whole) && !isGrouped(whole)) return null
  const plain = whole.replace(/[., ]/g, '').replace(/^0+(?=\d)/, '') || '0'
  if (whole === '' && !part) return null
  return part ? `${plain}.${part}` : plain
}

/** By threes, or as India does: by twos before the last three. */
function isGrouped(whole: string): boolean {
  return (
    /^\d{1,3}(?:([., ])\d{3})(?:\1\d{3})*$/.test(whole) || /^\d{1,2}(?:,\d{2})*,\d{3}$/.test(whole)
  )
}

function decimalIn(text: string, decimal: DecimalSign): '' | DecimalSign {
  const comma = text.lastIndexOf(',')
  const point = text.lastIndexOf('.')
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.'
  if (comma < 0 && point < 0) return ''
  const sign = comma >= 0 ? ',' : '.'
  const at = Math.max(comma, point)
  if (text.indexOf(sign) !== at) return '' // Twice the same: groups of thousands.
  if (sign === decimal) return sign
  return text.length - at === 4 && at > 0 ? '' : sign
}

/**
 * The sign before the decimals in a column: by cells that can be read in one way only, and `told`,
 * which a language or a delimiter lets expect, where there are none.
 */
export function decimalOf(cells: Iterable<string>, told: DecimalSign): DecimalSign {
  let [commas, points, commaGroups, pointGroups] = [0, 0, 0, 0]
  for (const cell of cells) {
    const tail = /([.,])(\d*)\D*$/.exec(cell)
    const [, sign, digits = ''] = tail ?? []
    if (sign === undefined) continue
    const others = cell.slice(0, tail?.index).includes(sign === ',' ? '.' : ',')
    const twice = cell.indexOf(sign) !== cell.lastIndexOf(sign)
    if (twice) {
      if (sign === ',') commaGroups += 1
      else pointGroups += 1
    } else if (others || digits.length !== 3 || /^\D*0?[.,]/.test(cell)) {
      if (sign === ',') commas += 1
      else points += 1
    }
  }
  if (commas !== points) return commas > points ? ',' : '.'
  if (commaGroups !== pointGroups) return commaGroups > pointGroups ? '.' : ','
  return told
}
