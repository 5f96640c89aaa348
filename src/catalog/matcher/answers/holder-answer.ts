import { candidateAt } from '../brands/candidate.ts'
import type { BankLine } from '../knowledge/bank-lines.ts'
import { joinKeys } from '../knowledge/joined-keys.ts'
import { limit } from '../knowledge/limits.ts'
import { type BrandClaim, companyOf } from '../knowledge/line-index.ts'
import { isOfBanks } from '../knowledge/reader.ts'
import { wordPattern } from '../knowledge/tables/word-classes.ts'
import type { LineMatch } from '../line-match.ts'
import { noiseAt } from '../reading/lead.ts'
import type { LineReading } from '../reading/reading.ts'
import type { Token } from '../tokens.ts'
import { bankCategory } from './bank-answer.ts'
import { brandAnswer } from './brand-answer.ts'

const spanMax = 4
const machineKinds = wordPattern('machine_kinds')
const moneyKinds = wordPattern('money_kinds')
const ofMachine = limit('bankOfMachine')
const ofTransfer = limit('holderOfTransfer')
const famousRank = limit('famousRank')

interface Found {
  readonly from: number
  readonly to: number
  readonly claim: BrandClaim
}

/**
 * The answer that names who keeps the money: the bank of a cash machine, or the wallet or bank at
 * the other end of a transfer that names nobody else. Here even a short word that others
 * bear, too, is the bank: "CBA" is where cash is drawn, whoever sells groceries under that name.
 */
export function holderAnswer(reading: LineReading, bank: BankLine): LineMatch | null {
  const { holder } = bank.rule
  if (holder === null) return null
  const found = holder === 'machine' ? bankOfMachine(reading, bank) : otherEnd(reading, bank)
  if (found === null) return null
  const { knowledge, tokens } = reading
  const span = { ...found, letters: joinKeys(tokens, found.from, found.to).length, cutOff: false }
  const stretch = { start: found.from, end: found.to }
  const candidate = candidateAt(knowledge, tokens, stretch, span, found.claim)
  const best = { candidate, score: 0, strength: 1, ceiling: 1, reasons: ['bank_line', 'holder'] }
  const answer = brandAnswer(reading, best, holder === 'machine' ? ofMachine : ofTransfer)
  return { ...answer, category: bankCategory(reading, bank), mcc: null }
}

/**
 * The first bank behind the beginning of the phrase, or right before it: further ahead the bank of
 * a message names itself. A word that towns or many names bear must stand at the phrase.
 */
function bankOfMachine(reading: LineReading, bank: BankLine): Found | null {
  const { tokens } = reading
  for (let from = 0; from < tokens.length; from += 1) {
    const found = spellingAt(reading, from, machineKinds)
    if (found === null || found.to < bank.from) continue
    const word = found.to - from === 1 ? tokens[from]?.word : undefined
    const isBorne = word !== undefined && (word.isOrdinary || word.place !== undefined)
    const atPhrase = from === bank.to || found.to === bank.from
    if (!isBorne || (atPhrase && rankOf(reading, found) >= famousRank)) return found
  }
  return null
}

/** All that stands beside the phrase: behind a payee's name the bank is only the way to him. */
function otherEnd(reading: LineReading, bank: BankLine): Found | null {
  const { knowledge, tokens, keys } = reading
  let found: Found | null = null
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (token === undefined || isWithin(bank, at) || token.kind !== 'word') continue
    const noise = token.word.beginsNoise ? noiseAt(knowledge, keys, at) : null
    if (noise !== null) {
      at += noise.words - 1
      continue
    }
    if (found === null) {
      found = spellingAt(reading, at, moneyKinds)
      if (found === null && !isSilent(reading, token)) return null
      if (found !== null) at = found.to - 1
    } else if (!isSilent(reading, token)) return null
  }
  return found
}

/** Nobody's name: a place, a legal form, a word that stands around names. */
function isSilent({ knowledge }: LineReading, { key, word }: Token): boolean {
  const isPlace = word.place !== undefined || word.country !== undefined
  return (
    isPlace || isOfBanks(knowledge.reader, key) || word.isLegal || word.isFiller || word.isSilent
  )
}

/** The longest spelling of an institution that begins here, of its bearers the one at home. */
function spellingAt(
  { knowledge, tokens, country, possible }: LineReading,
  from: number,
  kinds: RegExp,
): Found | null {
  for (let to = Math.min(tokens.length, from + spanMax); to > from; to -= 1) {
    const key = joinKeys(tokens, from, to)
    const claims = knowledge.lineIndex.claims.get(key)
    if (claims === undefined) continue
    let best: { readonly claim: BrandClaim; readonly order: number } | null = null
    for (const claim of typeof claims === 'number' ? [claims] : claims) {
      const company = knowledge.companies.at(companyOf(claim))
      if (company === undefined || !kinds.test(company.kind)) continue
      const isOwn = company.key === key
      const order = company.rank - distance(company.countries, country ?? possible) + Number(isOwn)
      if (best === null || order > best.order) best = { claim, order }
    }
    if (best !== null) return { from, to, claim: best.claim }
  }
  return null
}

/** The places stand in the order of their likelihood; nowhere is farther than all of them. */
function distance(countries: readonly string[], where: string | null): number {
  if (countries.length === 0 || where === null) return 0
  const places = where.split(';')
  const at = places.findIndex((country) => countries.includes(country))
  return at === -1 ? places.length + ranks : at
}

const ranks = 10

function isWithin({ from, to }: BankLine, at: number): boolean {
  return at >= from && at < to
}

function rankOf({ knowledge }: LineReading, { claim }: Found): number {
  return knowledge.companies.at(companyOf(claim))?.rank ?? 0
}
