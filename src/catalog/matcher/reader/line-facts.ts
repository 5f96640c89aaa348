import { type BankLine, findBankLine } from '../knowledge/bank-lines.ts'
import { wordClass } from '../knowledge/tables/word-classes.ts'
import { leaningOf } from '../knowledge/words/word-roles.ts'
import type { LineReading } from '../reading/reading.ts'
import { type Marks, mark, markAt, marksOf, type WordKnowledge } from './marks.ts'
import { type Segments, segmentsOf } from './segments.ts'

/** A line as the models see it: the reading by rules, and the marks of its words. */
export interface LineFacts {
  readonly reading: LineReading
  readonly marks: Marks
  readonly bank: BankLine | null
  /** Number of telling words before each position, to count those of any stretch. */
  readonly telling: Uint8Array
  /** Number of words before each position that the banks of the world share. */
  readonly ofBanks: Uint8Array
  /** How far behind each position an account is spoken of; 0 where none is near. */
  readonly accounts: Uint8Array
  readonly segments: Segments
  /** Sums before each position of what the letters of words say. */
  readonly named: Int16Array
  readonly nobodys: Int16Array
}

export function factsOf(
  reading: LineReading,
  words: WordKnowledge,
  bank: BankLine | null = findBankLine(reading.knowledge.bankRules, reading.tokens, reading.keys),
): LineFacts {
  const { knowledge, tokens, keys } = reading
  const country = reading.country ?? countryCoded(tokens)
  const marks = marksOf(knowledge, words, tokens, keys)
  const telling = new Uint8Array(tokens.length + 1)
  const ofBanks = new Uint8Array(tokens.length + 1)
  const named = new Int16Array(tokens.length + 1)
  const nobodys = new Int16Array(tokens.length + 1)
  for (let at = 0; at < tokens.length; at += 1) {
    telling[at + 1] = (telling[at] ?? 0) + Number(isTelling(marks, at))
    named[at + 1] = (named[at] ?? 0) + leaning(marks, at, mark.inName)
    nobodys[at + 1] = (nobodys[at] ?? 0) + leaning(marks, at, mark.nobody)
    ofBanks[at + 1] = (ofBanks[at] ?? 0) + Number(markAt(marks, at, mark.bankWord) >= sharedByBanks)
  }
  return {
    reading: { ...reading, country },
    marks,
    bank,
    telling,
    ofBanks,
    accounts: accountsBehind(keys),
    segments: segmentsOf(tokens),
    named,
    nobodys,
  }
}

export function tellingIn({ telling }: LineFacts, from: number, to: number): number {
  return to <= from ? 0 : (telling[to] ?? 0) - (telling[from] ?? 0)
}

/** `… AUS Card xx1234`: a code of three capitals is a country's wherever it stands. */
function countryCoded(tokens: LineReading['tokens']): string | null {
  for (let at = tokens.length - 1; at > 0; at -= 1) {
    const token = tokens[at]
    if (token?.raw.length !== 3 || !token.word.isUpper) continue
    const { country } = token.word
    if (country !== undefined && !wordsToo.has(token.key)) return country
  }
  return null
}

/** Codes that are words of lines as well. */
const wordsToo = wordClass('ambiguous_codes')

/** A word that neither the bank nor the address explains. */
function isTelling(marks: Marks, at: number): boolean {
  return (
    markAt(marks, at, mark.kind) === 2 &&
    markAt(marks, at, mark.letters) >= 3 &&
    markAt(marks, at, mark.bankWord) < 5 &&
    markAt(marks, at, mark.noise) === 0 &&
    markAt(marks, at, mark.place) === 0 &&
    markAt(marks, at, mark.form) === 0 &&
    markAt(marks, at, mark.processor) < 2
  )
}

const sharedByBanks = 5

/** How far the letters of a word speak for or against; a number says nothing. */
function leaning(marks: Marks, at: number, which: number): number {
  return markAt(marks, at, mark.kind) === 0 ? 0 : leaningOf(markAt(marks, at, which))
}

/** Sums over a stretch of what the letters of its words say, at most so far either way. */
export function namedIn({ named }: LineFacts, from: number, to: number): number {
  return to <= from ? 0 : clipped((named[to] ?? 0) - (named[from] ?? 0))
}

export function nobodysIn({ nobodys }: LineFacts, from: number, to: number): number {
  return to <= from ? 0 : clipped((nobodys[to] ?? 0) - (nobodys[from] ?? 0))
}

function clipped(sum: number): number {
  return Math.max(-40, Math.min(40, sum))
}

/** Words of the banks' own in a stretch. */
export function bankWordsIn({ ofBanks }: LineFacts, from: number, to: number): number {
  return to <= from ? 0 : (ofBanks[to] ?? 0) - (ofBanks[from] ?? 0)
}

const accountWords = wordClass('account_words')
const accountWithin = 3

function accountsBehind(keys: readonly string[]): Uint8Array {
  const behind = new Uint8Array(keys.length + 1)
  // From the end, so that of two words the nearer one stays.
  for (let at = keys.length - 1; at >= 0; at -= 1) {
    if (!accountWords.has(keys[at] ?? '')) continue
    for (let far = 1; far <= accountWithin && far <= at + 1; far += 1) behind[at + 1 - far] = far
  }
  return behind
}

/** How far behind a stretch the line speaks of an account or a card; 0 where it does not. */
export function accountBehind({ accounts }: LineFacts, to: number): number {
  return accounts[to] ?? 0
}

export function inBank({ bank }: LineFacts, at: number): number {
  return bank !== null && at >= bank.from && at < bank.to ? 1 : 0
}

/** Money in, money out, or not told; nothing at all goes out, as for the rules. */
export function directionOf(amount: number | null): number {
  if (amount === null) return 0
  return amount > 0 ? 1 : -1
}
