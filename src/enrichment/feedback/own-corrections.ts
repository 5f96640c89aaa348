import { foldWords } from '../../catalog/fold.ts'
import type { Knowledge } from '../../catalog/matcher/knowledge/knowledge.ts'
import { cleanedForm } from '../../catalog/matcher/reading/cleaned-form.ts'
import type { Correction } from './correction.ts'

/** The corrections of one account, found by the line itself and by its cleaned form. */
export interface OwnCorrections {
  readonly size: number
  find(description: string): Correction | null
}

/** The newest correction of a line counts, and one of the very line more than one of its form. */
export function openOwnCorrections(
  knowledge: Knowledge,
  newestFirst: readonly Correction[],
): OwnCorrections {
  const byLine = new Map<string, Correction>()
  const byForm = new Map<string, Correction>()
  for (const correction of newestFirst) {
    keepFirst(byLine, lineKey(correction.description), correction)
    keepFirst(byForm, cleanedForm(knowledge, correction.description), correction)
  }
  return {
    size: newestFirst.length,
    find(description) {
      const exact = byLine.get(lineKey(description) ?? '')
      return exact ?? byForm.get(cleanedForm(knowledge, description) ?? '') ?? null
    },
  }
}

/** Case, spaces and marks do not make another line; numbers do. */
function lineKey(description: string): string | null {
  return foldWords(description).join(' ') || null
}

function keepFirst(map: Map<string, Correction>, key: string | null, correction: Correction) {
  if (key !== null && !map.has(key)) map.set(key, correction)
}
