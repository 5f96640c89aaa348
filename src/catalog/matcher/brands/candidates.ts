import { joinKeys } from '../knowledge/joined-keys.ts'
import { hashOn, joinHash, mayHold } from '../knowledge/key-filter.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { type BrandClaim, completionOf, isCurated, isGeneric } from '../knowledge/line-index.ts'
import { isOfBanks } from '../knowledge/reader.ts'
import { isPartOfNumber } from '../reading/amounts.ts'
import { fillerWords, legalWords } from '../reading/filler.ts'
import { isParted, type Token } from '../tokens.ts'
import { type Candidate, candidateAt, type Stretch } from './candidate.ts'

const startsMax = 7
const spanMax = 6
/** Further on only short names are looked for: a brand behind other words is rarely one. */
const spanLaterMax = 3

export function findCandidates(
  knowledge: Knowledge,
  tokens: readonly Token[],
  stretch: Stretch,
): Candidate[] {
  const found: Candidate[] = []
  const lastStart = Math.min(tokens.length, stretch.start + startsMax)
  for (let from = stretch.start; from < lastStart; from += 1) {
    let hash = 0
    const longest = from - stretch.start < 2 ? spanMax : spanLaterMax
    const last = Math.min(tokens.length, from + longest)
    for (let to = from + 1; to <= last; to += 1) {
      const token = tokens[to - 1]
      const previous = to > from + 1 ? tokens[to - 2] : undefined
      if (token === undefined || (previous !== undefined && isParted(previous, token))) break
      hash = joinHash(hash, token.word)
      if (!mayHold(knowledge.lineIndex.filter, hash)) continue
      const key = joinKeys(tokens, from, to)
      const claims = to === from + 1 ? token.word.claims : knowledge.lineIndex.claims.get(key)
      if (claims === undefined || isPartOfNumber(tokens, from, to)) continue
      const span = { from, to, letters: key.length, cutOff: false }
      for (const claim of listed(claims))
        found.push(candidateAt(knowledge, tokens, stretch, span, claim))
    }
  }
  return found
}

const gluedMin = 8
const gluedBrandMin = 4

/** "AMAZONMARKETPLACE", "REWEMARKT": a brand written in one with what stands beside it. */
export function findGlued(
  knowledge: Knowledge,
  tokens: readonly Token[],
  stretch: Stretch,
): Candidate[] {
  const key = tokens[stretch.start]?.key ?? ''
  if (key.length < gluedMin || tokens[stretch.start]?.word.claims !== undefined) return []
  for (let at = key.length - 3; at >= gluedBrandMin; at -= 1) {
    if (!mayHold(knowledge.lineIndex.filter, hashOn(0, key, 0, at))) continue
    const rest = key.slice(at)
    if (!fillerWords.has(rest) && !legalWords.has(rest)) continue
    const claims = knowledge.lineIndex.claims.get(key.slice(0, at))
    if (claims === undefined) continue
    const span = { from: stretch.start, to: stretch.start + 1, letters: at, cutOff: false }
    return listed(claims)
      .filter((claim) => isCurated(claim) && !isGeneric(claim))
      .map((claim) => candidateAt(knowledge, tokens, stretch, span, claim))
  }
  return []
}

/** Brands that a bank cut off: at the first word only, and only where one brand begins so. */
export function findCutOff(
  knowledge: Knowledge,
  tokens: readonly Token[],
  stretch: Stretch,
): Candidate[] {
  if (!knowledge.lineIndex.mayComplete(tokens, stretch.start)) return []
  for (let to = Math.min(stretch.end, stretch.start + spanMax); to > stretch.start; to -= 1) {
    if (!isCutAt(tokens, stretch, to) || areOfBanks(knowledge, tokens, stretch.start, to)) continue
    const key = joinKeys(tokens, stretch.start, to)
    const spelling = completionOf(knowledge.lineIndex, key)
    // "Common Grounds" is whole: the brand of Dubai is called by its town.
    const isWhole = spelling !== null && knowledge.places.has(spelling.slice(key.length))
    const claims = isWhole ? undefined : knowledge.lineIndex.claims.get(spelling ?? '')
    if (claims === undefined) continue
    const span = { from: stretch.start, to, letters: key.length, cutOff: true }
    return listed(claims).map((claim) => candidateAt(knowledge, tokens, stretch, span, claim))
  }
  return []
}

/** "COMISION" is one, and no electricity board whose name begins so. */
function areOfBanks(
  { reader }: Knowledge,
  tokens: readonly Token[],
  from: number,
  to: number,
): boolean {
  return tokens.slice(from, to).every(({ key }) => isOfBanks(reader, key))
}

/** "FARMACIA SAN" begins the names of many. */
const tellingMin = 4

/** A bank cuts at the end of its column, so nothing but a place or a number may follow. */
function isCutAt(tokens: readonly Token[], stretch: Stretch, to: number): boolean {
  const next = tokens[to]
  const ends = to >= stretch.end || next?.before === '  ' || next?.kind !== 'word'
  if (!ends && next?.word.place === undefined) return false
  if (to - stretch.start > 2) return true
  let letters = 0
  for (let at = stretch.start; at < to; at += 1) {
    const word = tokens[at]?.word
    if (word !== undefined && word.ownTrade === undefined) letters += word.key.length
  }
  return letters >= tellingMin
}

function listed(claims: BrandClaim | readonly BrandClaim[]): readonly BrandClaim[] {
  return typeof claims === 'number' ? [claims] : claims
}
