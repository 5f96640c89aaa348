import { limit } from '../knowledge/limits.ts'
import type { Reader } from '../knowledge/reader.ts'
import {
  type Forest,
  SignSheet,
  sheetsTogether,
  sumOfTrees,
  sumsOfTrees,
} from '../knowledge/trees.ts'
import { isCurrency } from '../reading/amounts.ts'
import type { TokenSpan } from '../reading/clean-name.ts'
import type { LineFacts } from './line-facts.ts'
import { mark, markAt } from './marks.ts'
import { endSigns, startSigns } from './span-signs.ts'

/**
 * The stretch of a line that is the merchant's name, whether anybody knows it or not: the likeliest
 * first word, and then the likeliest end behind it.
 */
export interface NameSpan extends TokenSpan {
  /** Log-odds of the first word and of the end, and how far the next best lie behind. */
  readonly startScore: number
  readonly startLead: number
  readonly endScore: number
  readonly endLead: number
}

/** A merchant's name stands near the beginning, even behind a memo's labels. */
const startsMax = 28
const wordsMax = 9

export function nameSpans(facts: LineFacts, { start, end }: SpanModels): readonly NameSpan[] {
  const starts = startsOf(facts)
  const firsts = likeliest(start, starts, (at, sheet) => startSigns(facts, at, sheet))
  if (firsts.length === 0) throw new Error('a line without words has no name')
  const best = firsts[0]?.score ?? 0
  const spans = firsts.slice(0, startsKept).flatMap((first, index) => {
    if (best - first.score > rivalWithin) return []
    return spansFrom(facts, end, first, leadOf(firsts, index)).slice(0, index === 0 ? spansMax : 1)
  })
  const { lead, tail } = facts.reading
  const from = lead.start
  const to = Math.max(from + 1, tail.from)
  return spans.some((span) => span.from === from && span.to === to)
    ? spans
    : [...spans, weighedSpan(facts, { start, end }, { from, to })]
}

/**
 * Hardly any name begins with a number alone, or with a word whose letters and neighbours speak
 * against it, and lines are full of both.
 */
function startsOf(facts: LineFacts): readonly number[] {
  const { tokens } = facts.reading
  const all: number[] = []
  const likely: number[] = []
  for (let at = 0; at < tokens.length && at < startsMax; at += 1) {
    if (at < tokens.length - 1 && (tokens[at]?.kind === 'number' || isCurrency(tokens, at)))
      continue
    all.push(at)
    if (markAt(facts.marks, at, mark.inName) > hardlyInName) likely.push(at)
  }
  return likely.length > 0 ? likely : all
}

const hardlyInName = limit('hardlyInName')

function spansFrom(
  facts: LineFacts,
  end: Forest,
  { at: from, score: startScore }: Place,
  startLead: number,
): NameSpan[] {
  const ends: number[] = []
  const most = Math.min(facts.reading.tokens.length, from + wordsMax)
  for (let to = from + 1; to <= most; to += 1) ends.push(to)
  const lasts = likeliest(end, ends, (to, sheet) => endSigns(facts, from, to, sheet))
  return lasts.map(({ at: to, score: endScore }, index) => ({
    from,
    to,
    startScore,
    startLead,
    endScore,
    endLead: leadOf(lasts, index),
  }))
}

/** The stretch that the rules leave over, weighed like the others. */
function weighedSpan(facts: LineFacts, { start, end }: SpanModels, span: TokenSpan): NameSpan {
  const { from, to } = span
  const sheet = sheetAt(0).clear()
  startSigns(facts, from, sheet)
  const startScore = sumOfTrees(start, sheet)
  endSigns(facts, from, to, sheet.clear())
  return { from, to, startScore, startLead: 0, endScore: sumOfTrees(end, sheet), endLead: 0 }
}

/** Another beginning is weighed where it is nearly as likely. */
const startsKept = 2
const rivalWithin = limit('rivalStart')

/** The likeliest end, and the next best one, which the last model may prefer. */
const spansMax = 2
const leadMax = 12

/** How far the best lies before the second, or another one behind the best. */
function leadOf(places: readonly { readonly score: number }[], index: number): number {
  const own = places[index]?.score ?? 0
  const other = places[index === 0 ? 1 : 0]?.score
  return other === undefined ? leadMax : Math.max(-leadMax, Math.min(leadMax, own - other))
}

export type SpanModels = Pick<Reader, 'start' | 'end'>

/** The first trees tell which are worth asking the others about. */
const firstTrees = 16
const keptMax = 3

interface Place {
  readonly at: number
  readonly sheet: SignSheet
  score: number
}

/** One for each place that is weighed at a time. */
const sheets: SignSheet[] = []

function sheetAt(index: number): SignSheet {
  const known = sheets[index]
  if (known !== undefined) return known
  const made = new SignSheet()
  sheets[index] = made
  return made
}

function likeliest(
  forest: Forest,
  places: readonly number[],
  fill: (at: number, sheet: SignSheet) => void,
): Place[] {
  const asked = Math.min(firstTrees, forest.count)
  const found = places.map((at, index): Place => {
    const sheet = sheetAt(index).clear()
    fill(at, sheet)
    return { at, sheet, score: 0 }
  })
  for (let from = 0; from < found.length; from += sheetsTogether) {
    weigh(forest, found.slice(from, from + sheetsTogether), 0, asked)
  }
  found.sort((a, b) => b.score - a.score)
  const kept = found.slice(0, keptMax)
  weigh(forest, kept, asked, forest.count)
  kept.sort((a, b) => b.score - a.score)
  return kept
}

function weigh(forest: Forest, places: readonly Place[], from: number, to: number): void {
  const sheets = places.map(({ sheet }) => sheet)
  const sums = sumsOfTrees(forest, sheets, from, to)
  places.forEach((place, index) => {
    place.score += sums[index] ?? 0
  })
}
