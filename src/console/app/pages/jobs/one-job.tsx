import { useState } from 'preact/hooks'
import { Card, PageHead } from '../../parts/card.tsx'
import { Form } from '../../parts/form.tsx'
import { Modal } from '../../parts/modal.tsx'
import { Failed, Skeleton } from '../../parts/shown.tsx'
import { call, open } from '../../state/call.ts'
import { hasEnded, type JobAnswer } from '../../state/job-answers.ts'
import { notify } from '../../state/notice.ts'
import { go, linkTo } from '../../state/place.ts'
import { saveAnswer } from '../../state/save.ts'
import { utcMinute } from '../../state/words.ts'
import { Results } from '../results/results.tsx'
import { aboutOf, nameOf, titleOf } from './job-names.ts'
import { JobProgress } from './job-progress.tsx'
import { useJob } from './watch-job.ts'

export function OneJob({ id }: { readonly id: string }) {
  const { job, problem } = useJob(id)
  return (
    <>
      <PageHead
        title={nameOf(id) ?? (job ? titleOf(job) : 'One job')}
        words={
          <>
            <a href={linkTo('jobs')}>All jobs</a> · <span class="mono">{id}</span>
            {job && nameOf(id) !== null && ` · ${aboutOf(job)}`}
          </>
        }
        aside={job && <JobActions job={job} />}
      />
      {problem && <Failed problem={problem} />}
      {!problem && job === null && (
        <Card>
          <Skeleton lines={8} />
        </Card>
      )}
      {job && (
        <div class="stacked">
          <JobProgress job={job} />
          {hasEnded(job) && <Ended job={job} />}
        </div>
      )}
    </>
  )
}

function Ended({ job }: { readonly job: JobAnswer }) {
  if (job.results_url === null) {
    return (
      <Card>
        <p class="quiet">The results of this job are no longer kept.</p>
      </Card>
    )
  }
  if (job.processed === 0) {
    return (
      <Card>
        <p class="quiet">No row was processed, so there is no result.</p>
      </Card>
    )
  }
  return <Results job={job} />
}

const formats = ['csv', 'ndjson', 'xlsx'] as const

function JobActions({ job }: { readonly job: JobAnswer }) {
  const [isDeleting, setDeleting] = useState(false)
  if (!hasEnded(job)) {
    const cancel = async () => {
      await call('POST', `/jobs/${job.id}/cancel`).catch((error: Error) => {
        notify(error.message, 'bad')
      })
    }
    return (
      <button class="button button-quiet" type="button" onClick={() => void cancel()}>
        Cancel
      </button>
    )
  }
  return (
    <>
      {job.results_url !== null &&
        formats.map((format) => (
          <button
            key={format}
            class="button button-quiet"
            type="button"
            onClick={() => void download(job, format)}
          >
            {format.toUpperCase()}
          </button>
        ))}
      <button class="button button-quiet" type="button" onClick={() => setDeleting(true)}>
        Delete
      </button>
      {isDeleting && <DeleteDialog job={job} close={() => setDeleting(false)} />}
    </>
  )
}

async function download(job: JobAnswer, format: string): Promise<void> {
  try {
    const response = await open('GET', `/jobs/${job.id}/results?format=${format}`)
    const name = (nameOf(job.id) ?? job.id).replace(/\.\w+$/, '')
    await saveAnswer(response, `${name}-enriched.${format}`)
  } catch (error) {
    notify(error instanceof Error ? error.message : String(error), 'bad')
  }
}

interface DeleteParts {
  readonly job: JobAnswer
  readonly close: () => void
}

function DeleteDialog({ job, close }: DeleteParts) {
  const remove = async () => {
    await call('DELETE', `/jobs/${job.id}`)
    go('jobs')
  }
  return (
    <Modal title="Delete this job" onClose={close}>
      <Form onSend={remove} label="Delete this job">
        <p>
          Its rows and results are deleted for good. Its entries in the ledger stay.
          {job.finished_at && ` It ended ${utcMinute(job.finished_at)} UTC.`}
        </p>
        <div class="actions">
          <button class="button button-quiet" type="button" onClick={close}>
            Keep it
          </button>
          <button class="button button-bad" type="submit">
            Delete
          </button>
        </div>
      </Form>
    </Modal>
  )
}
