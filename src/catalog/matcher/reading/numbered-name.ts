import { wordClass } from '../knowledge/tables/word-classes.ts'

const numbered = /^\d{1,3}\p{L}{4,}$/u
const dated = new RegExp(`^\\d{1,2}(${[...wordClass('month_beginnings')].join('|')})`)

/** "99DESIGNS", "365MARKET": a short number before a word is a name's, and no reference or date. */
export function isNumberedName(key: string): boolean {
  return numbered.test(key) && !dated.test(key)
}
