import { isPoint, type Written } from '../tokens.ts'
import { limit } from './limits.ts'
import { mayBegin, openPhraseBook, type Phrase, type PhraseBook, phrasesAt } from './phrases.ts'
import { wordClass } from './tables/word-classes.ts'

type Party =
  /** Nobody: the merchant is null. */
  | 'none'
  /** An institution that the line names: a bank, an authority, a wallet; never a shop. */
  | 'institution'
  /** The name that remains in the line when the bank's words are taken away. */
  | 'payer'

/** Somebody who is named all the same: the bank of a machine, or who is at a transfer's end. */
type Holder = 'machine' | 'transfer'

/**
 * Lines that the bank writes about itself: fees, interest, cash, transfers, pay. They have a
 * category and no merchant, or the name of the institution or payer that stands beside the words.
 */
export interface BankRule {
  /** Rules are tried in the order of the table: a fee for a transfer is a fee. */
  readonly order: number
  readonly outgoing: string
  readonly incoming: string
  readonly party: Party
  readonly holder: Holder | null
  readonly confidence: number
  /** One word that shops use too: it counts only where no brand is found. */
  readonly weak: boolean
  /** Only where nothing but numbers stands beside the phrase. */
  readonly alone: boolean
  /** No phrase, but words that hold one and mean something else: "bankomat" is in no payment. */
  readonly hides: boolean
}

export interface BankLine {
  readonly rule: BankRule
  readonly from: number
  readonly to: number
}

/** Before a phrase: weak, alone, and hiding another. */
const marks = ['?', '$', '!']

export function readBankRules(lines: readonly string[]): PhraseBook<BankRule> {
  const phrases = lines.slice(1).flatMap((line, order) => {
    const [outgoing = '', incoming = '', party = '', confidence = '', written = ''] =
      line.split('\t')
    return written.split(';').map((text): Phrase<BankRule> => {
      const mark = text.charAt(0)
      const words = (marks.includes(mark) ? text.slice(1) : text).split(' ')
      return {
        words,
        value: {
          order,
          outgoing,
          incoming,
          party: party === 'payer' || party === 'institution' ? party : 'none',
          holder: party === 'machine' || party === 'transfer' ? party : null,
          confidence: Number(confidence),
          weak: mark === '?',
          alone: mark === '$',
          hides: mark === '!',
        },
      }
    })
  })
  return openPhraseBook(phrases)
}

/** A word as the phrases are sought by. */
interface Sought extends Written {
  readonly word: { readonly beginsBankLine: boolean }
}

export function soughtIn(book: PhraseBook<BankRule>, tokens: readonly Written[]): Sought[] {
  return tokens.map((token) => ({ ...token, word: { beginsBankLine: mayBegin(book, token.key) } }))
}

/** The first rule of the table that the line meets; of its phrases the longest. */
export function findBankLine(
  book: PhraseBook<BankRule>,
  tokens: readonly Sought[],
  keys: readonly string[],
): BankLine | null {
  let best: BankLine | null = null
  let hidden = 0
  for (let at = 0; at < keys.length; at += 1) {
    if (tokens[at]?.word.beginsBankLine !== true) continue
    let here: BankLine | null = best
    phrasesAt(book, keys, at, (rule, end) => {
      if (rule.hides) hidden = Math.max(hidden, end)
      if (rule.hides || (rule.alone && !isAlone(tokens, at, end))) return
      if (rule.outgoing.startsWith('BANK_FEES') && isBesides(tokens, at, end)) return
      if (here === null || isBetter(rule, end - at, here)) here = { rule, from: at, to: end }
    })
    if (at >= hidden) best = here
  }
  return best
}

function isBetter(rule: BankRule, length: number, best: BankLine): boolean {
  if (rule.weak !== best.rule.weak) return !rule.weak
  if (rule.order !== best.rule.order) return rule.order < best.rule.order
  return length > best.to - best.from
}

function isAlone(tokens: readonly Sought[], from: number, to: number): boolean {
  return tokens.every(
    (token, index) =>
      (index >= from && index < to) || token.kind !== 'word' || token.key.length < 3,
  )
}

const negations = wordClass('negations')
const amountWithin = limit('amountWithin')

/** A fee that a message tells of at its end, or that there was none, is not what was paid for. */
function isBesides(tokens: readonly Sought[], from: number, to: number): boolean {
  return isNothing(tokens, from, to) || (hasNumber(tokens, to) && isBehindAmount(tokens, from))
}

/** Where no amount stands behind it, the fee is the one amount of the line. */
function hasNumber(tokens: readonly Sought[], from: number): boolean {
  return tokens.slice(from).some(({ kind }) => kind !== 'word')
}

/** "Payment made for GHS 1,295.00 to …. Fee charged: GHS 2.21"; `12.05` may be a day. */
function isBehindAmount(tokens: readonly Sought[], from: number): boolean {
  let words = 0
  for (let at = 0; at + 1 < from; at += 1) {
    const token = tokens[at]
    if (token?.kind === 'word') words += 1
    if (words < wordsOfMessage || token?.kind !== 'number') continue
    const decimals = tokens[at + 1]
    const isPart = decimals?.kind === 'number' && isPoint(decimals.before)
    const isWhole = isPart && decimals.key.length === 2 && !isPoint(tokens[at + 2]?.before)
    const isDay = token.key.length <= 2 && Number(token.key) <= daysMax
    if (isWhole && !isDay && from - at > wordsOfMessage) return true
  }
  return false
}

const daysMax = 31

const wordsOfMessage = limit('wordsOfMessage')

/** "No commission", or one of 0.00: of a purchase it is told that it was free. */
function isNothing(tokens: readonly Sought[], from: number, to: number): boolean {
  if (negations.has(tokens[from - 1]?.key ?? '')) return true
  for (let at = to; at < Math.min(tokens.length, to + amountWithin); at += 1) {
    const { kind, key = '' } = tokens[at] ?? {}
    if (kind !== 'number') continue
    const { before, key: decimals = '' } = tokens[at + 1] ?? {}
    return isZero(key) && (!isPoint(before) || isZero(decimals))
  }
  return false
}

function isZero(digits: string): boolean {
  return /^0+$/.test(digits)
}
