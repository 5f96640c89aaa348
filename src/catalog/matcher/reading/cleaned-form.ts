// What two lines of the same merchant have in common: the name, without numbers, dates and places.
import { fold, wordsOfFolded } from '../../fold.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { cleanName } from './clean-name.ts'
import { read } from './reading.ts'

/** Null where the line has no name. */
export function cleanedForm(knowledge: Knowledge, description: string): string | null {
  const { tokens, lead, tail } = read(knowledge, description, null)
  if (tokens.length === 0) return null
  const name = cleanName(tokens, { from: lead.start, to: tail.from })
  return name === null ? null : wordsOfFolded(fold(name)).join(' ')
}
