import { z } from 'zod'
import type { Company } from '../catalog/company-record.ts'

/** Fields of look-ups that are added when they are asked for; the second is companies' alone. */
export const lookUpExpansions = ['sources', 'alternatives'] as const

const answerSourceSchema = z.object({
  source: z.enum(['catalog', 'shelf', 'import', 'website', 'wikidata']),
  url: z
    .string()
    .nullable()
    .meta({ description: 'The page that was read; null for what is built in or imported' }),
  fetched_at: z.string().nullable().meta({ description: 'When it was read' }),
})

export type AnswerSource = z.infer<typeof answerSourceSchema>

/** Added to the answer of any look-up by `?expand=sources`. */
export const sourcesSchema = z.array(answerSourceSchema).optional().meta({
  description: 'Where the answer comes from; with `?expand=sources`',
})

const told = new WeakMap<Company, readonly AnswerSource[]>()

/** Remembers with a company of several sources, or of a page, where it comes from. */
export function tellSources(company: Company, sources: readonly AnswerSource[]): Company {
  told.set(company, sources)
  return company
}

export function sourcesOf(company: Company): readonly AnswerSource[] {
  return told.get(company) ?? [{ source: builtIn(company.kind), url: null, fetched_at: null }]
}

function builtIn(kind: string): AnswerSource['source'] {
  if (kind === 'shelf') return 'shelf'
  return kind === 'imported' ? 'import' : 'catalog'
}
