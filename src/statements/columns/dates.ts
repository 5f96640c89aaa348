/** The order of a date that is written in numbers of two digits. */
export type DayOrder = 'dmy' | 'mdy' | 'ymd'

/**
 * A day as YYYY-MM-DD: from numbers in the file's order, with the month as a word in any of its
 * languages, or as Japan writes it. Null for what is no day. A time behind it is passed over.
 */
export function readDate(cell: string, order: DayOrder): string | null {
  const text = cell.trim().replace(/^['"]|^[\p{L}]{2,9}[.,] /u, '')
  if (text.length < 6 || text.length > 40) return null
  const iso = isoLike.exec(text)
  if (iso) return day(iso[1], iso[2], iso[3])
  const numbers = numeric.exec(text)
  if (numbers) {
    const [, first, second, third] = numbers
    return ordered(first, second, third, order)
  }
  const solid = eightDigits.exec(text)
  if (solid) return solidDay(text, order)
  return worded(text) ?? japanese(text)
}

const time = String.raw`\.?(?:$|(?:T|-|[ ,;]+)\d{1,2}[:.h]\d\d(?:[:.]\d\d)?[\d.,]*(?: ?[ap]\.?m\.?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d|[A-Z]{3,4}))?$)`
const isoLike = new RegExp(
  String.raw`^(\d{4})(?:[-/.]|\. )(\d{1,2})(?:[-/.]|\. )(\d{1,2})${time}`,
  'i',
)
const numeric = new RegExp(
  String.raw`^(\d{1,2})(?:[-/.]|\. )(\d{1,2})(?:[-/.]|\. )'?(\d{4}|\d{2})${time}`,
  'i',
)
const eightDigits = /^\d{8}(?:\d{6})?(?:$|[T ]\d.*$)/

/** Whether it is a day in any order. */
export function looksLikeDate(cell: string): boolean {
  return orders.some((order) => readDate(cell, order) !== null)
}

const orders = ['dmy', 'mdy', 'ymd'] as const

function ordered(
  first: string | undefined,
  second: string | undefined,
  third: string | undefined,
  order: DayOrder,
): string | null {
  if (order === 'ymd' && third?.length === 2) return day(first, second, third)
  return order === 'mdy' ? day(third, first, second) : day(third, second, first)
}

function solidDay(text: string, order: DayOrder): string | null {
  if (/^(19|20)\d\d(0[1-9]|1[0-2])/.test(text)) {
    return day(text.slice(0, 4), text.slice(4, 6), text.slice(6, 8))
  }
  return ordered(text.slice(0, 2), text.slice(2, 4), text.slice(4, 8), order)
}

/** Two digits mean the years 1970 to 2069. */
function day(
  year: string | undefined,
  month: string | number | undefined,
  date: string | undefined,
): string | null {
  const [m, d] = [Number(month), Number(date)]
  const short = Number(year)
  const y = year?.length === 2 ? (short < 70 ? 2_000 : 1_900) + short : short
  if (!(y >= 1_900 && y < 2_200 && m >= 1 && m <= 12 && d >= 1)) return null
  if (d > new Date(Date.UTC(y, m, 0)).getUTCDate()) return null
  return `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`
}

const dayFirst =
  /^(\d{1,2})(?:st|nd|rd|th|er|\.|º)?[-/. ]*(?:de |d')?(\p{L}{3,12})\.?[-/., ]*(?:de |del )?'?(\d{4}|\d{2})(?!\d)/iu
const monthFirst =
  /^(\p{L}{3,12})\.?[-/. ]*(\d{1,2})(?:st|nd|rd|th)?[-/., ]+'?(\d{4}|\d{2})(?!\d)/iu
const yearFirst = /^(\d{4})[-/. ]+(\p{L}{3,12})\.?[-/. ]+(\d{1,2})(?!\d)/iu

function worded(text: string): string | null {
  if (!/\p{L}{3}/u.test(text)) return null
  const first = dayFirst.exec(text)
  if (first) return day(first[3], monthOf(first[2]), first[1])
  const month = monthFirst.exec(text)
  if (month) return day(month[3], monthOf(month[1]), month[2])
  const year = yearFirst.exec(text)
  return year ? day(year[1], monthOf(year[2]), year[3]) : null
}

/** Beginnings of months' names, without marks; the longer ones decide first. */
const months = [
  'jan gen ene led sty oca tam ian jaa',
  'feb fev uno lut sub fevr fevrier helmi',
  'mar mrz mae maa bre maart marec',
  'apr avr abr dub kwi nis huh',
  'may mai mei mag kve maj touko mayis maio',
  'jun juin giu cerven cervn cze haz kesa iun',
  'jul juil lug cervenc lip tem hein iul',
  'aug aou ago srp sie elo agu',
  'sep set zar wrz eyl syys szep',
  'oct okt ott out rij paz eki loka',
  'nov lis kas marras noi',
  'dec dez dic des pro gru ara joulu',
].map((line) => line.split(' '))

function monthOf(word: string | undefined): number | undefined {
  const plain = (word ?? '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ź/g, 'z')
    .replace(/ş/g, 's')
  if (plain === 'lipca' || plain === 'lipiec') return 7
  if (/^listop/.test(plain)) return 11
  let [best, length]: [number | undefined, number] = [undefined, 0]
  for (const [index, names] of months.entries()) {
    for (const name of names) {
      if (plain.startsWith(name) && name.length > length) [best, length] = [index + 1, name.length]
    }
  }
  return best
}

function japanese(text: string): string | null {
  const match = /^(?:(令和|R)(\d{1,2}|元)|(\d{4}))[年.] *(\d{1,2})[月.] *(\d{1,2})日?/.exec(text)
  if (!match) return null
  const [, era, eraYear, year] = match
  const reiwa = 2_018 + (eraYear === '元' ? 1 : Number(eraYear))
  return day(era ? String(reiwa) : year, match[4], match[5])
}

export interface OrderHints {
  /** The order that language and signs let expect where the days do not tell. */
  readonly told: DayOrder
  /** YYYY-MM-DD: statements are of the past. */
  readonly today: string
}

/**
 * The order of all these days, which columns and rows of a file share. First the orders in which
 * all are days; then those without days to come; then the one in which days follow one another,
 * as a statement is sorted; then what was told.
 */
export function orderOf(
  columns: readonly (readonly string[])[],
  { told, today }: OrderHints,
): DayOrder {
  const cells = columns.flat().filter((cell) => numeric.test(cell.trim()))
  if (cells.length === 0) return told
  const read = (order: DayOrder) => cells.map((cell) => readDate(cell, order))
  const counted = orders.map((order) => {
    const days = read(order)
    const known = days.filter((each) => each !== null)
    return { order, known: known.length, coming: known.filter((each) => each > today).length }
  })
  const most = Math.max(...counted.map(({ known }) => known))
  const fitting = counted.filter(({ known }) => known === most)
  const least = Math.min(...fitting.map(({ coming }) => coming))
  const past = fitting.filter(({ coming }) => coming === least).map(({ order }) => order)
  const usual = past.filter((order) => order !== 'ymd')
  const left = usual.length > 0 ? usual : past
  const [only, other] = left
  if (only === undefined || other === undefined) return only ?? told
  const [a, b] = [leaps(columns, only), leaps(columns, other)]
  if (a !== b && Math.min(a, b) * 1.5 < Math.max(a, b)) return a < b ? only : other
  return left.includes(told) ? told : only
}

/** How many days lie between neighbours in all: few where the file is sorted. */
function leaps(columns: readonly (readonly string[])[], order: DayOrder): number {
  let sum = 0
  for (const cells of columns) {
    let before: number | null = null
    for (const cell of cells) {
      const read = readDate(cell, order)
      if (read === null) continue
      const at = Date.parse(read) / 86_400_000
      if (before !== null) sum += Math.abs(at - before)
      before = at
    }
  }
  return sum
}
