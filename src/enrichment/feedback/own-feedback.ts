import { foldWords } from '../../catalog/fold.ts'
import type { Knowledge } from '../../catalog/matcher/knowledge/knowledge.ts'
import { cleanedForm } from '../../catalog/matcher/reading/cleaned-form.ts'
import type { Feedback } from './feedback.ts'

/** One account's feedback, found by the line itself and by its cleaned form. */
export interface OwnFeedback {
  readonly size: number
  find(description: string): Feedback | null
}

/** The newest feedback on a line counts; that on the very line comes before that on its form. */
export function openOwnFeedback(
  knowledge: Knowledge,
  newestFirst: readonly Feedback[],
): OwnFeedback {
  const byLine = new Map<string, Feedback>()
  const byForm = new Map<string, Feedback>()
  for (const feedback of newestFirst) {
    keepFirst(byLine, lineKey(feedback.description), feedback)
    keepFirst(byForm, cleanedForm(knowledge, feedback.description), feedback)
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

function keepFirst(map: Map<string, Feedback>, key: string | null, feedback: Feedback) {
  if (key !== null && !map.has(key)) map.set(key, feedback)
}
