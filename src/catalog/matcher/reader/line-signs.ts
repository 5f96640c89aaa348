import { nameSigns } from '../brands/confidence.ts'
import type { SignSheet } from '../knowledge/trees.ts'
import { cleanName } from '../reading/clean-name.ts'
import { completed, endsColumn } from '../reading/whole-name.ts'
import {
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

/** The brand that a line names most likely, as the last two models see it. */
export interface Likeliest {
  readonly odds: number
  readonly rank: number
  readonly inBank: boolean
}

/** Signs of a line that names nobody. */
export function noneSigns(
  facts: LineFacts,
  span: NameSpan,
  brand: Likeliest | null,
  sheet: SignSheet,
): void {
  const { reading, bank } = facts
  const { tokens, lead, amount } = reading
  sheet.add(brand?.odds ?? -9)
  sheet.add(brand?.rank ?? -1)
  sheet.add(Number(brand?.inBank ?? false))
  sheet.add(bank === null ? -1 : bank.rule.order)
  sheet.add(bank === null ? 0 : bank.rule.weak ? 1 : bank.rule.alone ? 3 : 2)
  sheet.add(bank === null ? 0 : partyNumbers[bank.rule.party])
  sheet.add(bank?.rule.confidence ?? 0)
  sheet.add(bank === null ? 0 : bank.to - bank.from)
  sheet.add(bank?.from ?? -1)
  sheet.add(tellingIn(facts, 0, bank?.from ?? 0))
  sheet.add(tellingIn(facts, bank?.to ?? 0, tokens.length))
  sheet.add(tellingIn(facts, span.from, span.to))
  addSpan(facts, span, sheet)
  sheet.add(lead.start)
  sheet.add(lead.processors.length)
  sheet.add(tokens.length)
  sheet.add(directionOf(amount))
  sheet.add(wordsWith(facts, mark.name, given, 0, tokens.length))
  const people = wordsWith(facts, mark.person, 1, span.from, span.to)
  sheet.add(people)
  sheet.add(span.to - span.from - people)
  sheet.add(Number(lead.processors.some(({ role }) => role === 'wallet')))
  sheet.add(bankWordsIn(facts, 0, tokens.length))
  addMarks(sheet, facts, 0, lineMarks)
  addMarks(sheet, facts, span.to, behindMarks)
  addMarks(sheet, facts, span.from, firstMarks)
  addMarks(sheet, facts, span.to - 1, lastMarks)
  sheet.add(wordsWith(facts, mark.trade, 1, span.from, span.to))
  sheet.add(wordsWith(facts, mark.form, legal, span.from, span.to + 1))
  sheet.add(wordsWith(facts, mark.form, legal, 0, tokens.length))
  sheet.add(namedIn(facts, 0, tokens.length))
  sheet.add(nobodysIn(facts, 0, tokens.length))
  sheet.add(namedIn(facts, span.from, span.to))
  sheet.add(nobodysIn(facts, span.from, span.to))
}

const lineMarks = [mark.bankWord, mark.noise, mark.name, mark.kind]
const behindMarks = [mark.kind, mark.bankWord, mark.before, mark.form]
const firstMarks = [mark.trade, mark.inName, mark.nobody, mark.again]
const lastMarks = [mark.trade, mark.form, mark.person, mark.inName]
/** The mark of a form in which companies are founded; people have none. */
const legal = 2
/** That of a name that people are given. */
const given = 2

const partyNumbers = { none: 1, institution: 2, payer: 3 } as const

/** Signs that a stretch is the name as people write it, which is given back. */
export function nameSpanSigns(
  facts: LineFacts,
  span: NameSpan,
  brand: Likeliest | null,
  sheet: SignSheet,
): string | null {
  const { reading } = facts
  const { tokens, keys } = reading
  const cleaned = cleanName(tokens, span)
  const name = cleaned === null ? null : completed(reading.knowledge, tokens, span, cleaned)
  const letters = name?.length ?? 0
  const signs = nameSigns(reading, span, letters, null)
  addSpan(facts, span, sheet)
  sheet.add(brand?.odds ?? -9)
  sheet.add(brand?.rank ?? -1)
  sheet.add(letters)
  sheet.add(letters - (cleaned?.length ?? 0))
  sheet.add(Number(endsColumn(tokens, span.to)))
  sheet.add(keys[span.to - 1]?.length ?? 0)
  sheet.add(tokens.length)
  sheet.add(tellingIn(facts, span.from, span.to))
  sheet.add(tellingIn(facts, 0, span.from))
  sheet.add(tellingIn(facts, span.to, tokens.length))
  sheet.add(Number(reading.country !== null))
  sheet.add(Number(reading.tail.location?.city !== null))
  sheet.add(Number(span.from === reading.lead.start))
  sheet.add(Number(span.to === reading.tail.from))
  sheet.add(Number(span.to === reading.nameEnd))
  sheet.add(namedIn(facts, span.from, span.to))
  sheet.add(namedIn(facts, span.to, tokens.length))
  sheet.add(namedIn(facts, 0, span.from))
  sheet.add(nobodysIn(facts, 0, tokens.length))
  for (const sign in signs) sheet.add(signs[sign] ?? 0)
  addMarks(sheet, facts, span.from, endMarks)
  addMarks(sheet, facts, span.to - 1, endMarks)
  addMarks(sheet, facts, span.to, endMarks)
  addMarks(sheet, facts, span.from - 1, endMarks)
  return name
}

const endMarks = [
  mark.kind,
  mark.before,
  mark.noise,
  mark.bankWord,
  mark.place,
  mark.trade,
  mark.name,
  mark.form,
  mark.begun,
  mark.letters,
  mark.person,
  mark.inName,
  mark.again,
]

function addSpan(facts: LineFacts, span: NameSpan, sheet: SignSheet): void {
  sheet.add(span.to - span.from)
  sheet.add(span.startScore)
  sheet.add(span.startLead)
  sheet.add(span.endScore)
  sheet.add(span.endLead)
  sheet.add(span.from)
  sheet.add(inBank(facts, span.from))
  sheet.add(inBank(facts, span.to - 1))
  sheet.add(markAt(facts.marks, span.from, mark.bankWord))
}

/** Words of a stretch whose mark is as high. */
function wordsWith(
  { marks }: LineFacts,
  which: number,
  least: number,
  from: number,
  to: number,
): number {
  let count = 0
  for (let at = from; at < to; at += 1) if (markAt(marks, at, which) >= least) count += 1
  return count
}
