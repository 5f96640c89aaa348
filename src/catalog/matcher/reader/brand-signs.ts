import { ceilingIn } from '../brands/best-brand.ts'
import { type Candidate, candidateAt, type Stretch } from '../brands/candidate.ts'
import { scoreOf } from '../brands/score.ts'
import { sameTrade, streetTrades } from '../brands/unexplained.ts'
import { isCurated, isGeneric } from '../knowledge/line-index.ts'
import { liesIn } from '../knowledge/towns.ts'
import type { SignSheet } from '../knowledge/trees.ts'
import { type Hit, stretchOf } from './hits.ts'
import {
  accountBehind,
  bankWordsIn,
  directionOf,
  inBank,
  type LineFacts,
  namedIn,
  nobodysIn,
  tellingIn,
} from './line-facts.ts'
import { mark, markAt } from './marks.ts'
import type { NameSpan } from './name-span.ts'
import { addMarks } from './span-signs.ts'

export interface WeighedBrand {
  readonly candidate: Candidate
  readonly ceiling: number
}

/**
 * Everything that speaks for or against one brand of a line, in the order that the model knows.
 *
 * Answers the brand as the rules see it, and how sure the words beside it leave them at most.
 */
export function brandSigns(
  facts: LineFacts,
  hit: Hit,
  all: readonly Hit[],
  name: NameSpan,
  sheet: SignSheet,
): WeighedBrand {
  const { reading, marks } = facts
  const { knowledge, tokens, keys, lead, tail, nameEnd, amount } = reading
  const { from, to, key, company, claim } = hit
  const stretch = stretchOf(reading, hit)
  const span = { from, to, letters: key.length, cutOff: hit.way === 'cut' }
  const candidate = candidateAt(knowledge, tokens, stretch, span, claim)
  const ceiling = ceilingIn(knowledge, questionOf(facts, stretch), candidate)
  const label = company.domain?.slice(0, company.domain.indexOf('.')) ?? ''
  const word = to - from === 1 ? tokens[from]?.word.brandWord : undefined
  sheet.add(key.length)
  sheet.add(to - from)
  sheet.add(hit.way === 'whole' ? 0 : hit.way === 'cut' ? 1 : 2)
  sheet.add(restOf(hit, keys))
  sheet.add(Number(isGeneric(claim)))
  sheet.add(Number(isCurated(claim)))
  sheet.add(company.rank)
  sheet.add(kindOf(company.kind))
  sheet.add(Number(label === key))
  sheet.add(Number(company.key === key))
  sheet.add(word === 'coined' ? 2 : word === 'borne' ? 1 : 0)
  sheet.add(Math.min(9, hit.rivals))
  sheet.add(from)
  sheet.add(tokens.length - to)
  sheet.add(clip(from - lead.start))
  sheet.add(clip(nameEnd - to))
  sheet.add(clip(tail.from - to))
  sheet.add(clip(from - name.from))
  sheet.add(clip(to - name.to))
  sheet.add(scoreOf(candidate, settingOf(facts)))
  sheet.add(ceiling)
  sheet.add(Math.min(5, candidate.unexplainedBefore))
  sheet.add(Math.min(5, candidate.unexplainedAfter))
  sheet.add(Number(candidate.contradicted))
  sheet.add(tellingIn(facts, 0, from))
  sheet.add(tellingIn(facts, to, nameEnd))
  sheet.add(tellingIn(facts, to, tokens.length))
  sheet.add(tellingIn(facts, from, to))
  sheet.add(tradeBeside(facts, candidate, to, Math.min(tokens.length, to + 3)))
  sheet.add(tradeBeside(facts, candidate, Math.max(0, from - 2), from))
  sheet.add(homeOf(facts, company.countries))
  sheet.add(company.countries.length)
  sheet.add(inBank(facts, from))
  sheet.add(inBank(facts, to - 1))
  sheet.add(facts.bank === null ? 0 : facts.bank.rule.weak ? 1 : 2)
  sheet.add(partyOf(facts))
  sheet.add(Number(facts.bank !== null && from >= facts.bank.to))
  sheet.add(directionOf(amount))
  sheet.add(coverOf(hit, all))
  sheet.add(othersBefore(hit, all))
  sheet.add(lead.processors.length)
  sheet.add(Number(isSpelled(facts, company.domain)))
  sheet.add(accountBehind(facts, to))
  const segmentFrom = facts.segments.from[from] ?? from
  const segmentTo = facts.segments.to[from] ?? to
  sheet.add(from - segmentFrom)
  sheet.add(Math.max(-1, segmentTo - to))
  sheet.add(tellingIn(facts, segmentFrom, segmentTo))
  sheet.add(bankWordsIn(facts, segmentFrom, segmentTo))
  addMarks(sheet, facts, from, own)
  addMarks(sheet, facts, from - 1, neighbour)
  addMarks(sheet, facts, to, neighbour)
  addMarks(sheet, facts, to + 1, [mark.kind, mark.bankWord, mark.place])
  sheet.add(markAt(marks, to - 1, mark.place))
  addLearned(facts, hit, name, sheet)
  return { candidate, ceiling }
}

/** The other models' say on the words, and whether such a brand has branches for them to name. */
function addLearned(
  facts: LineFacts,
  { from, to, company }: Hit,
  { startScore, endScore }: NameSpan,
  sheet: SignSheet,
): void {
  const { tokens, nameEnd } = facts.reading
  sheet.add(namedIn(facts, from, to))
  sheet.add(namedIn(facts, 0, from))
  sheet.add(namedIn(facts, to, nameEnd))
  sheet.add(startScore)
  sheet.add(endScore)
  sheet.add(Number(streetTrades.test(company.category ?? '')))
  sheet.add(nobodysIn(facts, 0, tokens.length))
  addMarks(sheet, facts, to, [mark.inName, mark.ahead])
}

const own = [
  mark.before,
  mark.noise,
  mark.bankWord,
  mark.place,
  mark.trade,
  mark.name,
  mark.form,
  mark.written,
  mark.processor,
  mark.shared,
  mark.again,
]
const neighbour = [
  mark.kind,
  mark.before,
  mark.noise,
  mark.bankWord,
  mark.place,
  mark.trade,
  mark.name,
  mark.form,
  mark.region,
  mark.letters,
  mark.brand,
  mark.shared,
]

const kinds =
  'merchant operator company transit bank online subscription utility insurer marketplace telecom government airline delivery wallet processor'.split(
    ' ',
  )

function kindOf(kind: string): number {
  return kinds.indexOf(kind)
}

function clip(distance: number): number {
  return Math.max(-6, Math.min(6, distance))
}

/** Letters that were added to what the line says, or left over. */
function restOf({ way, key, from, to }: Hit, keys: readonly string[]): number {
  if (way === 'whole') return 0
  let letters = 0
  for (let at = from; at < to; at += 1) letters += keys[at]?.length ?? 0
  return Math.abs(letters - key.length)
}

function questionOf({ reading }: LineFacts, stretch: Stretch) {
  const { tokens, description, country, possible, amount, lead } = reading
  return { tokens, stretch, description, country, possible, amount, processors: lead.processors }
}

function settingOf({ reading }: LineFacts) {
  const { country, possible, amount } = reading
  return {
    country,
    possible,
    amount,
    domainCompanyId: null,
  }
}

/** A word of the brand's trade beside it, or of another. */
function tradeBeside(
  { reading, marks }: LineFacts,
  { company }: Candidate,
  from: number,
  to: number,
): number {
  let found = 0
  for (let at = from; at < to; at += 1) {
    if (markAt(marks, at, mark.kind) !== 2) continue
    const trade = reading.tokens[at]?.word.trade
    if (trade === undefined) continue
    if (sameTrade(trade, company.category)) return 1
    found = -1
  }
  return found
}

function homeOf({ reading }: LineFacts, countries: readonly string[]): number {
  const { country, possible } = reading
  if (country !== null) return countries.length === 0 ? 1 : countries.includes(country) ? 3 : -2
  if (possible === null || countries.length === 0) return 0
  return countries.some((code) => liesIn(possible, code)) ? 2 : -1
}

function partyOf({ bank }: LineFacts): number {
  if (bank === null) return 0
  return bank.rule.party === 'none' ? 1 : bank.rule.party === 'institution' ? 2 : 3
}

/** How known the brand is whose longer name holds this one. */
function coverOf({ from, to }: Hit, all: readonly Hit[]): number {
  let best = -1
  for (const other of all) {
    const longer = other.from <= from && other.to >= to && other.to - other.from > to - from
    if (longer && other.way === 'whole') best = Math.max(best, other.company.rank)
  }
  return best
}

function othersBefore({ from }: Hit, all: readonly Hit[]): number {
  let best = -1
  for (const other of all) {
    if (other.to <= from && !isGeneric(other.claim)) {
      best = Math.max(best, other.company.rank)
    }
  }
  return best
}

function isSpelled({ reading }: LineFacts, domain: string | null): boolean {
  const { description } = reading
  if (domain === null || description.length > 400 || !description.includes('.')) return false
  return description.toLowerCase().includes(domain)
}
