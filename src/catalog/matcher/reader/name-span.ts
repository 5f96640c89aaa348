import type { Reader } from '../knowledge/reader.ts'
import { type Forest, SignSheet, sumOfTrees } from '../knowledge/trees.ts'
import type { TokenSpan } from '../reading/clean-name.ts'
import { accountBehind, bankWordsIn, inBank, type LineFacts, tellingIn } from './line-facts.ts'
import { mark, markAt, placeOf } from './marks.ts'

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
  const { tokens } = facts.reading
  const starts: number[] = []
  for (let at = 0; at < tokens.length && at < startsMax; at += 1) {
    // Hardly any name begins with a number alone, and lines are full of them.
    if (tokens[at]?.kind !== 'number' || at === tokens.length - 1) starts.push(at)
  }
  const firsts = likeliest(start, starts, (at, sheet) => startSigns(facts, at, sheet))
  const [first] = firsts
  if (first === undefined) throw new Error('a line without words has no name')
  const ends: number[] = []
  for (let to = first.at + 1; to <= tokens.length && to <= first.at + wordsMax; to += 1) {
    ends.push(to)
  }
  const lasts = likeliest(end, ends, (to, sheet) => endSigns(facts, first.at, to, sheet))
  const startLead = leadOf(firsts, 0)
  const spans = lasts.slice(0, spansMax).map(({ at, score }, index) => ({
    from: first.at,
    to: at,
    startScore: first.score,
    startLead,
    endScore: score,
    endLead: leadOf(lasts, index),
  }))
  const { lead, tail } = facts.reading
  const from = lead.start
  const to = Math.max(from + 1, tail.from)
  return spans.some((span) => span.from === from && span.to === to)
    ? spans
    : [...spans, weighedSpan(facts, { start, end }, { from, to })]
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
    return { at, sheet, score: sumOfTrees(forest, sheet, 0, asked) }
  })
  found.sort((a, b) => b.score - a.score)
  const kept = found.slice(0, keptMax)
  for (const place of kept) place.score += sumOfTrees(forest, place.sheet, asked)
  kept.sort((a, b) => b.score - a.score)
  return kept
}

export function startSigns(facts: LineFacts, at: number, sheet: SignSheet): void {
  const { reading, marks } = facts
  const { lead, nameEnd, tokens } = reading
  sheet.add(at)
  sheet.add(tokens.length - at)
  sheet.add(Math.max(-9, Math.min(9, at - lead.start)))
  sheet.add(Math.max(-3, Math.min(9, nameEnd - at)))
  sheet.add(lead.processors.length)
  sheet.add(tellingIn(facts, 0, at))
  sheet.add(tellingIn(facts, at, tokens.length))
  sheet.add(inBank(facts, at))
  sheet.add(inBank(facts, at - 1))
  sheet.add(Number(facts.bank !== null))
  sheet.add(Number(facts.bank !== null && at >= facts.bank.to))
  addMarks(sheet, facts, at, wholeWord)
  addMarks(sheet, facts, at - 1, wholeWord)
  addMarks(sheet, facts, at + 1, wholeWord)
  addMarks(sheet, facts, at - 2, someMarks)
  sheet.add(Number(changesCase(marks, at)))
  sheet.add(Number(changesScript(reading, at)))
  addSegment(facts, at, sheet)
  sheet.add(accountBehind(facts, at + 1))
}

const segmentMax = 12

/** Where in its part of the line the word stands, and whether the bank speaks there. */
function addSegment(facts: LineFacts, at: number, sheet: SignSheet): void {
  const { segments } = facts
  const from = segments.from[at] ?? 0
  const to = segments.to[at] ?? from
  sheet.add(Math.min(segmentMax, at - from))
  sheet.add(Math.min(segmentMax, to - at))
  sheet.add(bankWordsIn(facts, from, to))
  sheet.add(tellingIn(facts, from, to))
  sheet.add(bankWordsIn(facts, at, to))
}

function changesCase(marks: LineFacts['marks'], at: number): boolean {
  return at > 0 && markAt(marks, at, mark.written) !== markAt(marks, at - 1, mark.written)
}

/** A bank speaks its own script, and a terminal often the Latin one. */
function changesScript({ tokens }: LineFacts['reading'], at: number): boolean {
  const word = tokens[at]?.raw
  const previous = tokens[at - 1]?.raw
  if (word === undefined || previous === undefined) return false
  return isLatin(word) !== isLatin(previous)
}

const lastLatin = 0x24f

function isLatin(word: string): boolean {
  return word.charCodeAt(0) <= lastLatin
}

const wholeWord = Object.values(mark)
const someMarks = [mark.kind, mark.noise, mark.bankWord, mark.before]

export function addMarks(
  sheet: SignSheet,
  { marks }: LineFacts,
  at: number,
  which: readonly number[],
): void {
  sheet.addFrom(marks.values, placeOf(marks, at), which)
}

export function endSigns(facts: LineFacts, from: number, to: number, sheet: SignSheet): void {
  const { reading, marks } = facts
  const { tail, nameEnd, tokens, keys } = reading
  let letters = to - from - 1
  let trades = 0
  let places = 0
  for (let at = from; at < to; at += 1) {
    letters += keys[at]?.length ?? 0
    if (markAt(marks, at, mark.trade) > 0) trades += 1
    if (markAt(marks, at, mark.place) > 0) places += 1
  }
  sheet.add(to - from)
  sheet.add(Math.max(-6, Math.min(6, nameEnd - to)))
  sheet.add(Math.max(-6, Math.min(6, tail.from - to)))
  sheet.add(tokens.length - to)
  sheet.add(letters)
  sheet.add(trades)
  sheet.add(places)
  sheet.add(tellingIn(facts, from, to))
  sheet.add(tellingIn(facts, to, tokens.length))
  sheet.add(inBank(facts, to - 1))
  sheet.add(inBank(facts, to))
  sheet.add(Number(to < tokens.length && keys[to] === keys[from]))
  sheet.add(Number(to + 1 < tokens.length && keys[to] === keys[to + 1]))
  sheet.add(markAt(marks, from, mark.trade))
  sheet.add(markAt(marks, from, mark.name))
  sheet.add(markAt(marks, from, mark.place))
  sheet.add(markAt(marks, from, mark.brand))
  sheet.add(markAt(marks, from, mark.before))
  sheet.add(Number(reading.country !== null))
  sheet.add(Number(placesOnly(facts, to)))
  sheet.add(Number(changesScript(reading, to)))
  sheet.add(Math.max(-segmentMax, (facts.segments.to[from] ?? to) - to))
  sheet.add(bankWordsIn(facts, to, facts.segments.to[from] ?? to))
  addMarks(sheet, facts, to - 1, wholeWord)
  addMarks(sheet, facts, to, wholeWord)
  addMarks(sheet, facts, to + 1, wholeWord)
  addMarks(sheet, facts, to - 2, someMarks)
}

/** Nothing but an address follows. */
function placesOnly({ reading, marks }: LineFacts, from: number): boolean {
  for (let at = from; at < reading.tokens.length; at += 1) {
    const address = markAt(marks, at, mark.place) > 0 || markAt(marks, at, mark.region) > 0
    if (!address && markAt(marks, at, mark.kind) === 2) return false
  }
  return true
}
