import { type Spelling, spellingOf } from './knowledge/words/spelling.ts'
import { isUnspaced, parted } from './knowledge/words/unspaced.ts'
import type { Word, WordBook } from './knowledge/words/word.ts'

/**
 * A line as words, each with what stands before it: the stars, gaps and dots of a statement carry
 * meaning (a processor ends at a star, a column at a gap, a domain at a dot).
 */
export interface Written extends Spelling {
  /** The telling separator before it: `  ` a gap, ` - `, one of `* # / . , - :`, or a space. */
  readonly before: string
}

/** A word of a line that is looked up in everything that is known. */
export interface Token extends Written {
  readonly word: Word
}

/** No spelling goes on behind a gap, or from one field to the next: `DR/OPA`, but `24/7`, `S/A`. */
export function isParted(before: Token, after: Token): boolean {
  if (after.before === '  ') return true
  return after.before === '/' && isWord(before) && isWord(after)
}

function isWord({ kind, key }: Token): boolean {
  return kind === 'word' && key.length > 1
}

/** A mark before decimals, or between the parts of a date. */
export function isPoint(before: string | undefined): boolean {
  return before === '.' || before === ','
}

export type MakeToken<T> = (raw: string, before: string) => T

export function tokenOf(words: WordBook, raw: string, before: string): Token {
  const word = words(raw)
  return { raw, key: word.key, kind: word.kind, before, word }
}

export function tokenise(description: string): Written[] {
  return split(description, (raw, before) => ({ ...spellingOf(raw), before }))
}

/** More than a bank writes; what follows is not looked at, so that no text can be slow. */
const lengthMax = 400
const tokensMax = 48

export function split<T>(description: string, make: MakeToken<T>): T[] {
  const text = description.length > lengthMax ? description.slice(0, lengthMax) : description
  const tokens: T[] = []
  let start = -1
  let between = 0
  for (let at = 0; at <= text.length && tokens.length < tokensMax; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 0x20
    if (isWordCode(code) || (start >= 0 && isInnerApostrophe(text, at, code))) {
      if (start < 0) start = at
      continue
    }
    if (start >= 0) {
      pushWord(tokens, make, text.slice(start, at), separator(text, between, start))
      between = at
      start = -1
    }
    if (code === ampersandCode || (code === plusCode && isPlusWord(text, at))) {
      tokens.push(make(text.charAt(at), separator(text, between, at)))
      between = at + 1
    }
  }
  return tokens
}

const gluedNumber = /^(\p{L}{2,}?)(\d{3,}\p{L}?|\d{7,}\p{L}{2})$/u

/** Asked first, because nearly no word does and the pattern is dear. */
function endsInDigits(raw: string): boolean {
  const { length } = raw
  if (length < 5 || !isDigit(raw.charCodeAt(length - 3))) return false
  return isDigit(raw.charCodeAt(length - 2)) || isDigit(raw.charCodeAt(length - 4))
}

/**
 * `MONOP4801` is a name and a store number, `CRUNCH8005551234TX` one with a telephone and a state;
 * `G20` and `W51` stay whole.
 */
function pushWord<T>(tokens: T[], make: MakeToken<T>, raw: string, before: string): void {
  if (isUnspaced(raw)) {
    const parts = parted(raw).slice(0, tokensMax - tokens.length)
    for (const [at, part] of parts.entries()) tokens.push(make(part, at === 0 ? before : ''))
    return
  }
  const glued = gluedIn(raw)
  if (glued?.[1] !== undefined && glued[2] !== undefined) {
    tokens.push(make(glued[1], before), make(glued[2], ''))
    return
  }
  tokens.push(make(raw, before))
}

/** Two words written in one, where the writing tells. */
function gluedIn(raw: string): RegExpExecArray | null {
  const first = raw.charCodeAt(0)
  if (first >= arabicFrom && first <= arabicTo) return arabicPrefix.exec(raw)
  return endsInDigits(raw) ? gluedNumber.exec(raw) : null
}

/** `لـSTARBUCKS`: the Arabic "to" is joined to a name in Latin letters. */
const arabicPrefix = /^([\p{Script=Arabic}\u0640]{1,3})([A-Za-z].*)$/u
const arabicFrom = 0x600
const arabicTo = 0x6ff

const ampersandCode = 0x26
const plusCode = 0x2b
const tellingMarks = '*#/.,-:'
/** Marks that say the same in another script, or in another bank's hand. */
const sameMarks: Readonly<Record<string, string>> = {
  '，': ',',
  '、': ',',
  ';': ',',
  '；': ',',
  '\\': '/',
  '：': ':',
  '／': '/',
  '＊': '*',
}
/** A line of its own, or a column, is as far away as a gap. */
const columnMarks = '\n\r\t|'

function separator(text: string, from: number, to: number): string {
  let spaces = 0
  let telling = ''
  for (let at = from; at < to; at += 1) {
    const written = text.charAt(at)
    const char = sameMarks[written] ?? written
    if (char === '*') return '*'
    if (char === ' ') spaces += 1
    else if (columnMarks.includes(char)) spaces += 2
    else if (telling === '' && tellingMarks.includes(char)) telling = char
  }
  if (telling === '-' && isApart(text, from, to)) return ' - '
  if (telling !== '') return telling
  return spaces > 1 && from > 0 ? '  ' : spaces > 0 ? ' ' : ''
}

/** `COPPER LANTERN - SAVANNAH` parts two things, while `FIVE-STAR` joins them. */
function isApart(text: string, from: number, to: number): boolean {
  return text.charAt(from) === ' ' && text.charAt(to - 1) === ' '
}

function isPlusWord(text: string, at: number): boolean {
  return at > 0 && isWordCode(text.charCodeAt(at - 1)) && !isDigit(text.charCodeAt(at + 1))
}

function isInnerApostrophe(text: string, at: number, code: number): boolean {
  if (code !== 0x27 && code !== 0x2019 && code !== 0x60) return false
  return at + 1 < text.length && isWordCode(text.charCodeAt(at + 1))
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isWordCode(code: number): boolean {
  if (code < 0x80) {
    return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || isDigit(code)
  }
  if (code < 0xaa || (code >= 0x2000 && code <= 0x206f) || (code >= 0x3000 && code <= 0x303f)) {
    return false
  }
  return !isBroadMark(code) && !(code >= privateFrom && code <= privateTo)
}

/** Marks of broad scripts, which stand between broad digits and letters. */
function isBroadMark(code: number): boolean {
  return (
    (code >= 0xff01 && code <= 0xff0f) ||
    (code >= 0xff1a && code <= 0xff20) ||
    (code >= 0xff3b && code <= 0xff40) ||
    (code >= 0xff5b && code <= 0xff65)
  )
}

/** Some exports hide control marks there. */
const privateFrom = 0xe000
const privateTo = 0xf8ff
