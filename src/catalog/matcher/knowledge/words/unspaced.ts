import { readDataLines } from '../../../data-files.ts'
import { isUnspacedLetter } from './unspaced-scripts.ts'

/**
 * Words of a text without spaces. Letters of Latin and numbers are parted from the rest, and what
 * the bank says is cut out where it is known from the wordings of banks: of `支付宝美团必胜客` the
 * first three signs are the bank's.
 */
const firstUnspaced = 0xe00

/** Asked of every word, so that the table of letters is read for few. */
export function isUnspaced(raw: string): boolean {
  for (let at = 0; at < raw.length; at += 1) {
    if (raw.charCodeAt(at) >= firstUnspaced && isUnspacedLetter(raw.charAt(at))) return true
  }
  return false
}

export function parted(raw: string): readonly string[] {
  return raw.match(ofOneKind)?.flatMap((part) => (isUnspaced(part) ? cut(part) : [part])) ?? [raw]
}

const ofOneKind =
  /[\p{Nd}]+|[\u0041-\u024f\uff21-\uff3a\uff41-\uff5a'’]+|[^\p{Nd}\u0041-\u024f\uff21-\uff3a\uff41-\uff5a]+/gu

const phrases = new Set(readDataLines('unspaced-words.txt'))
const longest = [...phrases].reduce((most, { length }) => Math.max(most, length), 0)
/** Short phrases stand inside of names as well: they count at an end, or beside another. */
const sureMin = 3

function cut(text: string): readonly string[] {
  const parts: string[] = []
  let begun = 0
  let at = 0
  while (at < text.length) {
    const found = phraseAt(text, at, at === begun)
    if (found === 0) {
      at += 1
      continue
    }
    if (at > begun) parts.push(text.slice(begun, at))
    parts.push(text.slice(at, at + found))
    at += found
    begun = at
  }
  if (begun < text.length) parts.push(text.slice(begun))
  return parts
}

/** Length of the longest phrase that begins here, or 0. */
function phraseAt(text: string, at: number, begins: boolean): number {
  for (let length = Math.min(longest, text.length - at); length >= 2; length -= 1) {
    const counts = length >= sureMin || begins || at + length === text.length
    if (counts && phrases.has(text.slice(at, at + length))) return length
  }
  return 0
}
