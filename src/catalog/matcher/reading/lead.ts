import { hashOn, mayHold } from '../knowledge/key-filter.ts'
import type { Knowledge, Noise } from '../knowledge/knowledge.ts'
import { limit } from '../knowledge/limits.ts'
import { companyOf, isGeneric } from '../knowledge/line-index.ts'
import { phrasesAt } from '../knowledge/phrases.ts'
import { type Prefix, type Processor, prefixAt } from '../knowledge/processors.ts'
import { wordClass } from '../knowledge/tables/word-classes.ts'
import type { Token } from '../tokens.ts'
import { fillerWords, legalWords } from './filler.ts'

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
  keys: readonly string[],
  at: number,
  { processor, end }: Prefix,
): boolean {
  if (brandWords(knowledge, keys, at, processor.domain) > end - at) return false
  const own = keys.slice(at, end)
  const after = tokens.slice(end)
  // After a star somebody's name follows, however plain it is: "ZETTLE_*CAFE ROYAL".
  if (after[0]?.before === '*') return after.some((token) => isWordy(token, own))
  return after.some((token) => isSubstance(knowledge, token, own))
}

const emptyWords = wordClass('empty_words')

function isWordy({ key, kind }: Token, own: readonly string[]): boolean {
  return kind === 'word' && key.length >= 3 && !own.includes(key) && !emptyWords.has(key)
}

/** "AFTERPAY CA" is Afterpay itself and no shop called CA; a town alone is no shop either. */
function isSubstance({ places }: Knowledge, { key, kind }: Token, own: readonly string[]): boolean {
  if (kind === 'number' || key.length < 3 || own.includes(key)) return false
  if (kind === 'mixed' && /\d.*\d/.test(key)) return false
  return !legalWords.has(key) && !fillerWords.has(key) && !emptyWords.has(key) && !places.has(key)
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
    if (prefix !== null && isBefore(knowledge, tokens, keys, at, prefix)) {
      processors.push(prefix.processor)
      at = prefix.end
      continue
    }
    const noise = noiseAt(knowledge, keys, at)
    if (noise !== null && at + noise.words < tokens.length) {
      if (brandWords(knowledge, keys, at, null) > noise.words) break
      country ??= noise.country
      at += noise.words
      continue
    }
    if (!isReference(tokens, at) && !isUnknownProcessor(knowledge, tokens, at)) break
    at += 1
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
  keys: readonly string[],
  at: number,
  exceptDomain: string | null,
): number {
  let hash = 0
  let longest = 0
  for (let end = at; end < keys.length && end < at + 4; end += 1) {
    hash = hashOn(hash, keys[end] ?? '')
    if (!mayHold(knowledge.lineIndex.filter, hash)) continue
    const claims = knowledge.lineIndex.claims.get(keys.slice(at, end + 1).join(''))
    if (claims === undefined) continue
    const all = typeof claims === 'number' ? [claims] : claims
    const known = all.some((claim) => {
      const company = knowledge.companies[companyOf(claim)]
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
  if (token.kind === 'mixed') return reference.test(token.key)
  if (token.key.length >= 4) return true
  const dateLike = next.before === '/' || next.before === '.' || next.before === '-'
  return (dateLike && next.kind !== 'word') || (at > 0 && isDatePart(tokens[at], tokens[at - 1]))
}

function isDatePart(token: Token | undefined, previous: Token | undefined): boolean {
  if (token === undefined || previous === undefined) return false
  return '/.-:'.includes(token.before) && token.before !== '' && previous.kind !== 'word'
}

/** `HPY*`: a few letters before a star that are no brand are a processor that nobody listed. */
function isUnknownProcessor(knowledge: Knowledge, tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (token === undefined || tokens[at + 1]?.before !== '*' || token.key.length > 4) return false
  return knowledge.lineIndex.claims.get(token.key) === undefined
}
