import type { Knowledge } from '../knowledge/knowledge.ts'
import { restOfWord } from '../knowledge/words/name-words.ts'
import type { Word } from '../knowledge/words/word.ts'
import type { Token } from '../tokens.ts'
import { cleanName, type TokenSpan } from './clean-name.ts'

/** The name in a stretch of the line, its last word completed where a terminal's column cut it. */
export function wholeName(
  knowledge: Pick<Knowledge, 'nameWords'>,
  tokens: readonly Token[],
  span: TokenSpan,
): string | null {
  const name = cleanName(tokens, span)
  return name === null ? null : completed(knowledge, tokens, span, name)
}

/** A cleaned name, with the rest of its last word. */
export function completed(
  knowledge: Pick<Knowledge, 'nameWords'>,
  tokens: readonly Token[],
  span: TokenSpan,
  name: string,
): string {
  const last = tokens[span.to - 1]
  if (last?.kind !== 'word' || span.to - span.from < 2) return name
  // Names that end in something else lost their last word, which nobody needs.
  if (!name.toLowerCase().endsWith(last.raw.toLowerCase())) return name
  if (isName(last.word) || !endsColumn(tokens, span.to)) return name
  return name + restOfWord(knowledge.nameWords, last.key)
}

/** A person's name, a town's or a brand's is no half of a word. */
function isName({ isGiven, place, claims }: Word): boolean {
  return isGiven || place !== undefined || claims !== undefined
}

/** Only there a word is cut off: at the line's end, before a gap, a number or a place. */
export function endsColumn(tokens: readonly Token[], to: number): boolean {
  const next = tokens[to]
  if (next === undefined || next.kind !== 'word' || next.before !== ' ') return true
  const { place, state, country } = next.word
  return place !== undefined || state !== undefined || country !== undefined
}
