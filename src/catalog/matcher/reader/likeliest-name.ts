import { logistic } from '../knowledge/calibration.ts'
import type { Reader } from '../knowledge/reader.ts'
import { openSheets, sumsOfTrees } from '../knowledge/trees.ts'
import type { LineFacts } from './line-facts.ts'
import { type Likeliest, nameSpanSigns } from './line-signs.ts'
import { mark, markAt } from './marks.ts'
import type { NameSpan } from './name-span.ts'

/** Filled anew for every line, one for each stretch that is weighed. */
const sheets = openSheets()

export interface ReadName {
  readonly span: NameSpan
  /** The name as people write it, or null where the stretch holds none. */
  readonly name: string | null
  readonly probability: number
}

/** The stretch that is most likely the name as people write it. */
export function likeliestName(
  facts: LineFacts,
  reader: Reader,
  spans: readonly NameSpan[],
  brand: Likeliest | null,
): ReadName {
  const { limits } = reader
  const named = spans.map((span, at) => {
    const sheet = sheets[at]
    if (sheet === undefined) throw new Error(`${spans.length} stretches are too many`)
    return { span, name: nameSpanSigns(facts, span, brand, sheet.clear()) }
  })
  const sums = sumsOfTrees(reader.name, sheets)
  const scored = named.map(({ span, name }, at) => {
    const odds = sums[at] ?? 0
    return { span, name, odds, order: odds - (keepsPlace(facts, span) ? limits.townInName : 0) }
  })
  const best = scored.reduce((a, b) => (b.order > a.order ? b : a))
  return {
    span: best.span,
    name: best.name,
    probability: logistic(best.odds * limits.nameSlope + limits.nameShift),
  }
}

/** The last word is the town where it was paid, which few names end in. */
function keepsPlace({ reading, marks }: LineFacts, { from, to }: NameSpan): boolean {
  const { location } = reading.tail
  return to - from > 1 && location?.city != null && markAt(marks, to - 1, mark.place) > 0
}
