import { useEffect, useState } from 'preact/hooks'
import { Card } from '../../parts/card.tsx'
import { call } from '../../state/call.ts'
import { hasEnded, type JobAnswer } from '../../state/job-answers.ts'
import { linkTo } from '../../state/place.ts'
import { count, percent, whole } from '../../state/words.ts'
import { titleOf } from '../jobs/job-names.ts'

const againMs = 3_000
const shownMax = 3

/** The bars go on while the page is open; who wants to see each row opens the job. */
export function RunningJobs({ jobs: first }: { readonly jobs: readonly JobAnswer[] }) {
  const [jobs, setJobs] = useState(first)
  const running = jobs.filter((job) => !hasEnded(job))
  const ids = running.map(({ id }) => id).join()
  useEffect(() => {
    if (ids === '') return
    const controller = new AbortController()
    const { signal } = controller
    const timer = setInterval(() => {
      call<{ data: readonly JobAnswer[] }>('GET', '/jobs?limit=20', { signal })
        .then(({ json }) => setJobs(json.data))
        // The next look tells; the bars stand still until then.
        .catch(() => {})
    }, againMs)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [ids])
  const begun = first.filter((job) => !hasEnded(job)).map(({ id }) => id)
  const shown = jobs.filter(({ id }) => begun.includes(id)).slice(0, shownMax)
  if (shown.length === 0) return null
  const more = begun.length - shown.length
  return (
    <Card title="Jobs that run" aside={<a href={linkTo('jobs')}>All jobs</a>}>
      <ul class="running">
        {shown.map((job) => (
          <li key={job.id}>
            <a href={linkTo('jobs', job.id)}>{titleOf(job)}</a>
            <progress max={job.total} value={job.processed} aria-label={`Rows of ${job.id}`} />
            <span class="quiet">
              {hasEnded(job) ? job.status : percent(job.processed, job.total)} of {whole(job.total)}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p class="quiet">and {count(more, 'other')}</p>}
    </Card>
  )
}
