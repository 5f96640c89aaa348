import { joinKeys } from '../knowledge/joined-keys.ts'
import { joinHash, mayHold } from '../knowledge/key-filter.ts'
import type { Knowledge, Noise } from '../knowledge/knowledge.ts'
import { limit } from '../knowledge/limits.ts'
import { companyOf, isGeneric } from '../knowledge/line-index.ts'
import { phrasesAt } from '../knowledge/phrases.ts'
import { type Prefix, type Processor, prefixAt } from '../knowledge/processors.ts'
import { wordClass } from '../knowledge/tables/word-classes.ts'
import type { Token } from '../tokens.ts'
import { amountWords } from './amounts.ts'
import { isNumberedName } from './numbered-name.ts'

/** The words before the merchant: the bank's own, dates, card numbers, processors and wallets. */
export interface Lead {
  /** Index of the first word that may be the merchant's. */
  readonly start: number
  readonly processors: readonly Processor[]
  readonly country: string | null
}

/** Whether the prefix stands before somebody else's name, and is no beginning of a longer brand. */
function isBefore(
  knowledge: Knowledge,
  tokens: readonly Token[],
  at: number,
  { processor, end }: Prefix,
): boolean {
  if (brandWords(knowledge, tokens, at, processor.domain) > end - at) return false
  // After a star somebody's name follows, however plain it is: "ZETTLE_*CAFE ROYAL".
  const isStarred = tokens[end]?.before === '*'
  if (isStarred && isOrderNumber(tokens, end)) return false
  const says = isStarred ? isWordy : isSubstance
  for (let after = end; after < tokens.length; after += 1) {
    const token = tokens[after]
    if (token !== undefined && says(token) && !stands(tokens, at, end, token.key)) return true
  }
  return false
}

function stands(tokens: readonly Token[], from: number, to: number, key: string): boolean {
  for (let at = from; at < to; at += 1) if (tokens[at]?.key === key) return true
  return false
}

/** "Grab* A-8KQ2W7PLMX4T Penang": the platform's own number, and where it was paid. */
function isOrderNumber(tokens: readonly Token[], at: number): boolean {
  const number = tokens[at]?.key.length === 1 ? tokens[at + 1] : tokens[at]
  return number?.kind === 'mixed' && orderNumber.test(number.key)
}

const orderNumber = /^(?=.*\d\p{L}+\d)[\p{L}\d]{9,}$/u

const emptyWords = wordClass('empty_words')

function isWordy({ key, kind }: Token): boolean {
  if (kind === 'mixed') return isNumberedName(key)
  return kind === 'word' && key.length >= 3 && !emptyWords.has(key)
}

/** "AFTERPAY CA" is Afterpay itself and no shop called CA; a town alone is no shop either. */
function isSubstance({ key, kind, word }: Token): boolean {
  if (kind === 'number' || key.length < 3) return false
  if (kind === 'mixed' && /\d.*\d/.test(key)) return false
  return !word.isLegal && !word.isFiller && word.place === undefined && !emptyWords.has(key)
}

const stepsMax = 16

export function readLead(
  knowledge: Knowledge,
  tokens: readonly Token[],
  keys: readonly string[],
): Lead {
  const processors: Processor[] = []
  let country: string | null = null
  let at = 0
  for (let step = 0; step < stepsMax && at < tokens.length - 1; step += 1) {
    const prefix = prefixAt(knowledge.processors, tokens, at)
    if (prefix !== null && isBefore(knowledge, tokens, at, prefix)) {
      processors.push(prefix.processor)
      at = prefix.end
      continue
    }
    const noise = tokens[at]?.word.beginsNoise ? noiseAt(knowledge, keys, at) : null
    if (noise !== null && at + noise.words < tokens.length) {
      if (brandWords(knowledge, tokens, at, null) > noise.words) break
      country ??= noise.country
      at += noise.words
      continue
    }
    const amount = amountWords(tokens, at)
    if (amount === 0 && !isReference(tokens, at) && !isUnknownProcessor(tokens, at)) break
    at = Math.min(tokens.length - 1, at + Math.max(1, amount))
  }
  return { start: at, processors, country }
}

export function noiseAt(knowledge: Knowledge, keys: readonly string[], at: number): Noise | null {
  let best: Noise | null = null
  phrasesAt(knowledge.noise, keys, at, (noise) => {
    if (best === null || noise.words > best.words) best = noise
  })
  return best
}

const leadRank = limit('rankInLead')

/** Words of the longest brand that begins here: "Via Rail" is no "via" and then "Rail". */
function brandWords(
  knowledge: Knowledge,
  tokens: readonly Token[],
  at: number,
  exceptDomain: string | null,
): number {
  let hash = 0
  let longest = 0
  for (let end = at; end < tokens.length && end < at + 4; end += 1) {
    const token = tokens[end]
    if (token === undefined) break
    hash = joinHash(hash, token.word)
    if (!mayHold(knowledge.lineIndex.filter, hash)) continue
    const claims = knowledge.lineIndex.claims.get(joinKeys(tokens, at, end + 1))
    if (claims === undefined) continue
    const all = typeof claims === 'number' ? [claims] : claims
    const known = all.some((claim) => {
      const company = knowledge.companies.at(companyOf(claim))
      if (company === undefined || isGeneric(claim) || company.rank < leadRank) return false
      return exceptDomain === null || company.domain !== exceptDomain
    })
    if (known) longest = end - at + 1
  }
  return longest
}

const reference = new RegExp(
  String.raw`^(x+|n|no)?\d{3,}|\d{4,}|x{2,}\d|^\d{1,2}(${[...wordClass('month_beginnings')].join('|')})`,
)

/** A date, a card or a reference number; "7-Eleven" and "365 Market" begin with a short one. */
function isReference(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  const next = tokens[at + 1]
  if (token === undefined || next === undefined || token.kind === 'word') return false
  if (token.before === '#') return true
  if (token.kind === 'mixed') return reference.test(token.key) && !isNumberedName(token.key)
  if (token.key.length >= 4) return true
  const dateLike = next.before === '/' || next.before === '.' || next.before === '-'
  return (dateLike && next.kind !== 'word') || (at > 0 && isDatePart(tokens[at], tokens[at - 1]))
}

function isDatePart(token: Token | undefined, previous: Token | undefined): boolean {
  if (token === undefined || previous === undefined) return false
  return '/.-:'.includes(token.before) && token.before !== '' && previous.kind !== 'word'
}

/** `HPY*`: a few letters before a star that are no brand are a processor that nobody listed. */
function isUnknownProcessor(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (token === undefined || tokens[at + 1]?.before !== '*' || token.key.length > 4) return false
  return token.word.claims === undefined
}
