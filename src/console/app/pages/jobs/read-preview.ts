import { call } from '../../state/call.ts'
import type { JobAnswer, JobPreview } from '../../state/job-answers.ts'
import type { JobDraft } from './draft.ts'

/** The columns that a person may name; without a name the service finds them. */
const columnFields = ['description', 'amount', 'debit', 'credit', 'date', 'id'] as const
export type ColumnField = (typeof columnFields)[number]

/** The part of the page's address that says how the file is to be read. */
export function readingOf(query: URLSearchParams): URLSearchParams {
  const named = [...query].filter(([name]) => columnFields.some((field) => field === name))
  return new URLSearchParams(named)
}

export async function readPreview(
  { file }: JobDraft,
  reading: URLSearchParams,
  signal: AbortSignal,
): Promise<JobPreview> {
  const query = new URLSearchParams([['dry_run', 'true'], ['type', 'transaction'], ...reading])
  const { json } = await call<JobPreview>('POST', `/jobs?${query}`, { file, signal })
  return json
}

/** With the merchant's id, which tells who was recognised from who was only named. */
export async function startJob(
  { file, key }: JobDraft,
  reading: URLSearchParams,
): Promise<JobAnswer> {
  const query = new URLSearchParams([
    ['type', 'transaction'],
    ['expand', 'merchant_id'],
    ...reading,
  ])
  // Read otherwise, the same file is another job.
  const headers = { 'Idempotency-Key': `${key}-${shortHash(query.toString())}` }
  const { json } = await call<JobAnswer>('POST', `/jobs?${query}`, { file, headers })
  return json
}

/** FNV-1a: browsers offer better ones on secure addresses only. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  return hash.toString(16)
}

export function namesOf({ header, columns }: JobPreview): readonly string[] {
  if (header) return header
  const { description, ...others } = columns
  const named = Object.values(others).filter((name) => name !== null)
  return [...new Set([...(description ?? []), ...named])]
}
