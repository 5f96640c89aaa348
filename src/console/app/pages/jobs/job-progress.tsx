import { Card } from '../../parts/card.tsx'
import { hasEnded, type JobAnswer } from '../../state/job-answers.ts'
import { count, dollars, lasting, percent, whole } from '../../state/words.ts'
import { JobState } from './job-list.tsx'

/** The live bar; after the end the same figures stand still. */
export function JobProgress({ job }: { readonly job: JobAnswer }) {
  const figures: readonly (readonly [string, string, string])[] = [
    ['Rows', whole(job.processed), `of ${whole(job.total)}`],
    ['Matched', percent(job.matched, job.processed), count(job.matched, 'row')],
    ['Charged', dollars(job.charged_cents), freeWords(job)],
    timeFigure(job),
  ]
  return (
    <Card title="Progress" aside={<JobState of={job} />}>
      <progress max={job.total} value={job.processed} aria-label="Rows done" />
      <dl class="figures" aria-live="off">
        {figures.map(([name, value, hint]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span class="figure">{value}</span>
              <span class="hint">{hint}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function freeWords({ free_calls_used: free, failed }: JobAnswer): string {
  const parts = [
    ...(free > 0 ? [count(free, 'free call')] : []),
    ...(failed > 0 ? [`${count(failed, 'row')} in error, free`] : []),
  ]
  return parts.join(' · ') || 'paid by credits'
}

function timeFigure(job: JobAnswer): readonly [string, string, string] {
  const speed = job.rows_per_second === null ? '' : `${whole(job.rows_per_second)} rows/s`
  if (hasEnded(job)) {
    const ms = Date.parse(job.finished_at ?? '') - Date.parse(job.started_at ?? '')
    return ['Took', Number.isFinite(ms) ? lasting(ms) : '–', speed]
  }
  const left = Date.parse(job.estimated_finish_at ?? '') - Date.now()
  return ['Time left', Number.isFinite(left) ? lasting(Math.max(1_000, left)) : '–', speed]
}
