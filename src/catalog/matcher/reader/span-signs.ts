import type { SignSheet } from '../knowledge/trees.ts'
import {
  accountBehind,
  bankWordsIn,
  inBank,
  type LineFacts,
  namedIn,
  tellingIn,
} from './line-facts.ts'
import { mark, markAt, placeOf } from './marks.ts'

/** Signs that a name begins at a word, in the order that the model knows. */
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
  sheet.add(namedIn(facts, at, at + 3 > tokens.length ? tokens.length : at + 3))
  sheet.add(namedIn(facts, 0, at))
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

/** Signs that a name which begins at a word ends before another. */
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
  sheet.add(namedIn(facts, from, to))
  sheet.add(namedIn(facts, to, tokens.length))
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
