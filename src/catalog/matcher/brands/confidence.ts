import { isDoubted, probabilityOf, round, type Signs } from '../knowledge/calibration.ts'
import { limit } from '../knowledge/limits.ts'
import { wordClass } from '../knowledge/tables/word-classes.ts'
import type { Word } from '../knowledge/words/word.ts'
import { smallWords, type TokenSpan } from '../reading/clean-name.ts'
import { isCutOff } from '../reading/cut-off.ts'
import type { LineReading } from '../reading/reading.ts'
import { anotherCeiling } from './another-name.ts'
import type { BestBrand } from './best-brand.ts'

/**
 * The signs of an answer, and the confidence computed from them.
 *
 * The ceiling set by the words beside a brand is never exceeded, so no shop is taken for one.
 */
export function confidenceOfBrand(reading: LineReading, best: BestBrand): number {
  const { brand } = reading.knowledge.confidence
  const signs = brandSigns(reading, best)
  const probability = probabilityOf(brand, signs)
  // A domain that is spelled out, and a town of the brand's country, never speak against it.
  const likelier =
    signs.spelled === 0 && signs.at_home === 0
      ? probability
      : Math.max(probability, probabilityOf(brand, { ...signs, spelled: 0, at_home: 0 }))
  const spelled = best.reasons.includes('domain') ? spelledMin : 0
  return round(Math.min(best.ceiling, Math.max(spelled, likelier)))
}

/** Hardly anybody spells another's domain. */
const spelledMin = limit('spelledBrand')

/** A name that nobody knows is never as sure as a brand of the catalog. */
export const nameMax = limit('unknownName')

export function confidenceOfName(
  reading: LineReading,
  span: TokenSpan,
  name: string,
  best: BestBrand | null,
): number {
  const { name: weights, doubtful, plausible } = reading.knowledge.confidence
  const doubted = isDoubted(weights, nameSigns(reading, span, name.length, best))
  return round(Math.min(nameMax, doubted ? doubtful : plausible))
}

/** More than towns and branches leave unexplained. */
const besideMin = limit('besideBorneWord')

/** The score's slope differs where it is low, middling and high. */
const lowScore = limit('lowScore')
const middlingScore = limit('middlingScore')
const highScore = limit('highScore')

export function brandSigns({ country, tokens }: LineReading, best: BestBrand): Signs {
  const { candidate, score, ceiling } = best
  const { company, from, to, start } = candidate
  const word = to - from === 1 ? tokens[from]?.word.brandWord : undefined
  const beside = candidate.unexplainedAfter + candidate.unexplainedBefore
  const told = country !== null && company.countries.length > 0
  return {
    low: between(score, lowScore - 4, lowScore),
    middling: between(score, lowScore, middlingScore),
    high: between(score, middlingScore, highScore),
    alias: Number(candidate.curated),
    generic: Number(candidate.generic),
    single: Number(to - from === 1),
    borne_beside: Number(word === 'borne' && beside > besideMin),
    coined: Number(word === 'coined'),
    cut_off: Number(candidate.cutOff),
    behind: Number(from > start),
    unexplained: Math.min(3, beside),
    another_name: Number(ceiling <= anotherCeiling),
    strange_word: Number(ceiling > anotherCeiling && ceiling < 1),
    at_home: Number(told && company.countries.includes(country ?? '')),
    abroad: Number(told && !company.countries.includes(country ?? '')),
    spelled: Number(best.reasons.includes('domain')),
    famous: Number(company.rank >= famousRank),
  }
}

function between(score: number, from: number, to: number): number {
  return Math.max(from, Math.min(to, score)) - from
}

/** Columns of terminals: a name that fills one was likely cut there. */
const columns = new Set([...wordClass('terminal_columns')].map(Number))

export function nameSigns(
  { knowledge, tokens, lead, tail }: LineReading,
  { from, to: end }: TokenSpan,
  nameLetters: number,
  best: BestBrand | null,
): Signs {
  const to = Math.max(from, end)
  const count = to - from
  const first = count === 0 ? undefined : tokens[from]?.word
  const last = count === 0 ? undefined : tokens[to - 1]?.word
  let told = 0
  let trade = false
  for (let at = from; at < to; at += 1) {
    const word = tokens[at]?.word
    if (word === undefined) continue
    if (!word.isLegal && !smallWords.has(word.key)) told += 1
    trade ||= word.trade !== undefined
  }
  const letters = last?.key.length ?? 0
  const cutOff = count > 1 && last !== undefined && isCutOff(knowledge, last)
  return {
    one_word: Number(count === 1),
    few_letters: Number(count === 1 && nameLetters <= 3),
    four_words: Number(told === 4),
    five_words: Number(told === 5),
    many_words: Number(told > 5),
    placed: Number(tail.location !== null),
    by_processor: Number(lead.processors.length > 0),
    trade: Number(trade),
    trade_first: Number(first?.trade !== undefined),
    trade_last: Number(last?.trade !== undefined),
    cut_off: Number(cutOff && letters >= cutOffMin),
    maybe_cut_off: Number(cutOff && letters < cutOffMin),
    // A town that is known behind it shows that the last word is none.
    strange_end: Number(
      count > 1 && tail.location === null && last !== undefined && isStrange(last),
    ),
    full_column: Number(columns.has(nameLetters)),
    has_brand: Number(best !== null && speaksForBrand(best)),
  }
}

/** Short words that begin longer ones are often whole: "Pie", "Boer". */
const cutOffMin = 5

/** Neither a word of names nor a person's: a town that nobody knows, or half a word. */
function isStrange({ isOrdinary, place, begunTrade }: Word): boolean {
  return !isOrdinary && place === undefined && begunTrade === undefined
}

const famousRank = limit('famousRank')
const wellKnownRank = limit('wellKnownRank')

/** A famous brand at the beginning that only lacks certainty; not "Delta Hardware". */
function speaksForBrand({ candidate, ceiling }: BestBrand): boolean {
  const { from, start, company, contradicted, generic } = candidate
  return (
    from === start && company.rank >= wellKnownRank && !generic && !contradicted && ceiling === 1
  )
}
