import type { Company } from '../../company-record.ts'
import type { Stretch } from '../brands/candidate.ts'
import { joinKeys } from '../knowledge/joined-keys.ts'
import { hashOn, joinHash, mayHold } from '../knowledge/key-filter.ts'
import { limit } from '../knowledge/limits.ts'
import {
  type BrandClaim,
  companyOf,
  completionsOf,
  isCurated,
  isGeneric,
} from '../knowledge/line-index.ts'
import { isCurrency, isPartOfNumber } from '../reading/amounts.ts'
import type { LineReading } from '../reading/reading.ts'
import { isParted } from '../tokens.ts'
import type { LineFacts } from './line-facts.ts'
import { mark, markAt } from './marks.ts'

/** Spellings of brands anywhere in the line: whole, cut off at a column's end, or glued. */
export interface Hit {
  readonly from: number
  readonly to: number
  readonly key: string
  readonly way: Way
  readonly claim: BrandClaim
  readonly company: Company
  /** Brands that the same words may be. */
  readonly rivals: number
}

type Way = 'whole' | 'cut' | 'glued'

interface Spot {
  readonly from: number
  readonly to: number
  readonly key: string
  readonly way: Way
}

type Excluded = (company: Company) => boolean

const startsMax = 30
const spanMax = 6
/** More are not weighed: the least known go first. */
const hitsMax = 6

interface Found extends Hit {
  readonly order: number
}

export function hitsOf(facts: LineFacts, excluded?: Excluded): readonly Hit[] {
  const { companies, lineIndex } = facts.reading.knowledge
  const found: Found[] = []
  for (const spot of spotsOf(facts)) {
    const claims = lineIndex.claims.get(spot.key)
    if (claims === undefined) continue
    const all = typeof claims === 'number' ? [claims] : claims
    for (const claim of all) {
      const company = companies.at(companyOf(claim))
      if (company === undefined || excluded?.(company) === true) continue
      put(found, spot, claim, company, all.length)
    }
  }
  return found.sort((a, b) => b.order - a.order).slice(0, hitsMax)
}

/** A company is kept where it fits best, in the place where it was found first. */
function put(found: Found[], spot: Spot, claim: BrandClaim, company: Company, rivals: number) {
  const { from, to, key, way } = spot
  const order = orderOf(company, claim, spot)
  let at = 0
  while (at < found.length && found[at]?.company !== company) at += 1
  if ((found[at]?.order ?? Number.NEGATIVE_INFINITY) >= order) return
  found[at] = { from, to, key, way, claim, company, rivals, order }
}

/** The rules' reading is kept where it holds the brand, and given up where it does not. */
export function stretchOf({ tokens, lead, nameEnd }: LineReading, { from, to }: Hit): Stretch {
  return from >= lead.start && to <= nameEnd
    ? { start: lead.start, end: nameEnd }
    : { start: from, end: tokens.length }
}

const hitPerLetter = limit('hitPerLetter')
const hitLettersMost = limit('hitLettersMost')
const hitCurated = limit('hitCurated')
const hitGeneric = limit('hitGeneric')
const hitPart = limit('hitPart')
const hitPerWordBefore = limit('hitPerWordBefore')

/** Which brands are weighed at all: known ones under long names of their own first. */
function orderOf({ rank }: Company, claim: BrandClaim, { key, way, from }: Spot): number {
  return (
    rank +
    Math.min(hitLettersMost, key.length) * hitPerLetter +
    (isCurated(claim) ? hitCurated : 0) -
    (isGeneric(claim) ? hitGeneric : 0) -
    (way === 'whole' ? 0 : hitPart) -
    from * hitPerWordBefore
  )
}

function spotsOf(facts: LineFacts): Spot[] {
  const spots: Spot[] = []
  const { tokens } = facts.reading
  const last = Math.min(tokens.length, startsMax)
  for (let from = 0; from < last; from += 1) {
    const token = tokens[from]
    if (token === undefined || (token.kind === 'number' && token.key.length > 3)) continue
    if (isCurrency(tokens, from)) continue
    addWhole(facts, from, spots)
  }
  for (let from = 0; from < last; from += 1) {
    if (isCovered(spots, from)) continue
    addCut(facts, from, spots)
    addGlued(facts, from, spots)
  }
  return spots
}

function isCovered(spots: readonly Spot[], at: number): boolean {
  for (const { from, to, key } of spots) if (from <= at && at < to && key.length > 3) return true
  return false
}

function addWhole({ reading }: LineFacts, from: number, spots: Spot[]): void {
  const { knowledge, tokens } = reading
  const { claims, filter } = knowledge.lineIndex
  let hash = 0
  const end = Math.min(tokens.length, from + spanMax)
  for (let to = from + 1; to <= end; to += 1) {
    const token = tokens[to - 1]
    const previous = to > from + 1 ? tokens[to - 2] : undefined
    if (token === undefined || (previous !== undefined && isParted(previous, token))) break
    hash = joinHash(hash, token.word)
    if (!mayHold(filter, hash)) continue
    const key = joinKeys(tokens, from, to)
    if (key.length < 2 || !claims.has(key) || isPartOfNumber(tokens, from, to)) continue
    spots.push({ from, to, key, way: 'whole' })
  }
}

const cutLettersMin = 6

/** Only where a column ends or a place follows, as nobody else cuts words off. */
function addCut(facts: LineFacts, from: number, spots: Spot[]): void {
  const { knowledge, tokens } = facts.reading
  if (!knowledge.lineIndex.mayComplete(tokens, from)) return
  const end = Math.min(tokens.length, from + 4)
  for (let to = end; to > from; to -= 1) {
    if (tokens[to - 1]?.kind !== 'word' || !endsColumn(facts, to)) continue
    const key = joinKeys(tokens, from, to)
    if (key.length < cutLettersMin) continue
    for (const spelling of completionsOf(knowledge.lineIndex, key)) {
      // A brand that is called by its town besides is another than the one without.
      if (knowledge.places.has(spelling.slice(key.length))) continue
      spots.push({ from, to, key: spelling, way: 'cut' })
    }
  }
}

function endsColumn({ reading, marks }: LineFacts, to: number): boolean {
  const next = reading.tokens[to]
  if (next === undefined || next.kind !== 'word') return true
  if (next.before !== ' ') return true
  return markAt(marks, to, mark.place) > 0 || markAt(marks, to, mark.region) > 0
}

const gluedBrandMin = 4
const gluedWordMin = 7

/** "AMAZONMARKETPLACE", "SHELLOIL": the longest spelling that begins a word. */
function addGlued({ reading }: LineFacts, from: number, spots: Spot[]): void {
  const { knowledge, tokens } = reading
  const key = tokens[from]?.key ?? ''
  if (key.length < gluedWordMin || tokens[from]?.kind === 'number') return
  for (let length = key.length - 2; length >= gluedBrandMin; length -= 1) {
    if (!mayHold(knowledge.lineIndex.filter, hashOn(0, key, 0, length))) continue
    const beginning = key.slice(0, length)
    const claims = knowledge.lineIndex.claims.get(beginning)
    if (claims === undefined) continue
    if (typeof claims === 'number' ? isGeneric(claims) : claims.every(isGeneric)) continue
    spots.push({ from, to: from + 1, key: beginning, way: 'glued' })
    return
  }
}
