import { fold, wordsOfFolded } from '../../fold.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { cleanName } from './clean-name.ts'
import { read } from './reading.ts'

/**
 * The part that two lines of one merchant share: the name, without numbers, dates and places.
 *
 * Null where the line has no name.
 */
export function cleanedForm(knowledge: Knowledge, description: string): string | null {
  const { tokens, lead, tail } = read(knowledge, description, null)
  if (tokens.length === 0) return null
  const name = cleanName(tokens, { from: lead.start, to: tail.from })
  return name === null ? null : wordsOfFolded(fold(name)).join(' ')
}
