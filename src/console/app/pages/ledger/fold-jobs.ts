import type { EntryAnswer } from '../../state/answers.ts'

/** The entries of one job among those that were read: one line, which opens. */
export interface FoldedJob {
  readonly jobId: string
  /** Newest first, as the page has them. */
  readonly entries: readonly EntryAnswer[]
  /** Null while the entry that set the credits aside has not been read. */
  readonly reserved: { readonly cents: number; readonly freeCalls: number } | null
  readonly charged: { readonly cents: number; readonly freeCalls: number }
  readonly chunks: number
  readonly hasEnded: boolean
}

export interface LedgerLine {
  /** The newest entry of the line. */
  readonly entry: EntryAnswer
  readonly job: FoldedJob | null
}

/** A job that moved more than once is one line, where its newest entry stands. */
export function linesOf(newestFirst: readonly EntryAnswer[]): readonly LedgerLine[] {
  const byJob = new Map<string, EntryAnswer[]>()
  for (const entry of newestFirst) {
    const { job_id: job } = entry.details
    if (job === undefined) continue
    const known = byJob.get(job)
    if (known) known.push(entry)
    else byJob.set(job, [entry])
  }
  return newestFirst.flatMap((entry): readonly LedgerLine[] => {
    const jobId = entry.details.job_id
    const entries = jobId === undefined ? [] : (byJob.get(jobId) ?? [])
    if (jobId === undefined || entries.length < 2) return [{ entry, job: null }]
    return entries[0] === entry ? [{ entry, job: foldedOf(jobId, entries) }] : []
  })
}

function foldedOf(jobId: string, entries: readonly EntryAnswer[]): FoldedJob {
  const reserve = entries.find(({ type }) => type === 'CreditsReserved')?.details
  const chunks = entries.filter(({ type }) => type === 'CallCharged')
  const sum = (of: (entry: EntryAnswer) => number | undefined) =>
    chunks.reduce((total, entry) => total + (of(entry) ?? 0), 0)
  return {
    jobId,
    entries,
    reserved: reserve ? { cents: reserve.cents ?? 0, freeCalls: reserve.free_calls ?? 0 } : null,
    charged: {
      cents: sum(({ details }) => details.charged_cents),
      freeCalls: sum(({ details }) => details.free_calls_used),
    },
    chunks: chunks.length,
    hasEnded: entries.some(({ type }) => type === 'ReservationReleased'),
  }
}
