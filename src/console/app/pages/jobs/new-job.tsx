import { useEffect, useState } from 'preact/hooks'
import { Card, PageHead } from '../../parts/card.tsx'
import { Failed, Skeleton } from '../../parts/shown.tsx'
import { balance, readBalance } from '../../state/balance.ts'
import type { CallProblem } from '../../state/call.ts'
import { problemOf } from '../../state/call.ts'
import type { JobPreview } from '../../state/job-answers.ts'
import { useLoaded } from '../../state/loaded.ts'
import { go, linkTo, place, setQuery } from '../../state/place.ts'
import { bytes, count, dollars } from '../../state/words.ts'
import { dropDraft, type JobDraft, readDraft } from './draft.ts'
import { nameJob } from './job-names.ts'
import { Columns } from './preview-columns.tsx'
import { Sample } from './preview-sample.tsx'
import { readingOf, readPreview, startJob } from './read-preview.ts'

export function NewJob() {
  const [draft, setDraft] = useState<JobDraft | null | undefined>(undefined)
  useEffect(() => {
    void readDraft().then(setDraft)
  }, [])
  if (draft === undefined) return <Skeleton lines={12} />
  if (draft === null) {
    return (
      <>
        <PageHead title="A new job" />
        <Card>
          <p>
            There is no file here. <a href={linkTo('jobs')}>Choose one</a>.
          </p>
        </Card>
      </>
    )
  }
  return <Preview draft={draft} />
}

function Preview({ draft }: { readonly draft: JobDraft }) {
  const reading = readingOf(place.value.query)
  const loaded = useLoaded(`preview ${reading}`, (signal) => readPreview(draft, reading, signal))
  const giveUp = () => {
    void dropDraft()
    go('jobs')
  }
  return (
    <>
      <PageHead
        title={draft.name}
        words={`${bytes(draft.file.size)} · this is how it was read; nothing is charged yet`}
        aside={
          <button class="button button-quiet" type="button" onClick={giveUp}>
            Another file
          </button>
        }
      />
      <div class="stacked" aria-busy={loaded.isLoading}>
        {loaded.problem && (
          <Unreadable problem={loaded.problem} isNamed={reading.size > 0} retry={loaded.reload} />
        )}
        {!loaded.problem && loaded.value === null && <ReadingNow size={draft.file.size} />}
        {loaded.value && (
          <>
            <Start preview={loaded.value} draft={draft} reading={reading} />
            <Columns preview={loaded.value} />
            <Sample preview={loaded.value} />
          </>
        )}
      </div>
    </>
  )
}

function ReadingNow({ size }: { readonly size: number }) {
  return (
    <Card>
      <p class="quiet">Reading {bytes(size)}…</p>
      <progress aria-label="Reading the file" />
      <Skeleton lines={9} />
    </Card>
  )
}

interface UnreadableParts {
  readonly problem: CallProblem
  readonly isNamed: boolean
  readonly retry: () => void
}

function Unreadable({ problem, isNamed, retry }: UnreadableParts) {
  return (
    <Card title="This file cannot be read so">
      <Failed problem={problem} retry={retry} />
      {isNamed && (
        <button
          class="button button-quiet"
          type="button"
          onClick={() => setQuery(new URLSearchParams())}
        >
          Back to the columns that were found
        </button>
      )}
    </Card>
  )
}

interface StartParts {
  readonly preview: JobPreview
  readonly draft: JobDraft
  readonly reading: URLSearchParams
}

function Start({ preview, draft, reading }: StartParts) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<CallProblem | null>(null)
  const start = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const job = await startJob(draft, reading)
      nameJob(job.id, draft.name)
      await dropDraft()
      void readBalance().catch(() => {})
      go('jobs', job.id)
    } catch (error) {
      setProblem(problemOf(error))
      setBusy(false)
    }
  }
  const held = balance.value
  const isShort = held !== null && preview.price_cents > held.balance_cents
  return (
    <Card class="start">
      <div class="start-line">
        <div>
          <p class="figure">{dollars(preview.price_cents)}</p>
          <p class="hint">{priceWords(preview)}</p>
        </div>
        <div>
          <p class="hint">Your credits</p>
          <p class={isShort ? 'start-balance unsound' : 'start-balance'}>
            {held ? dollars(held.balance_cents) : '–'}
          </p>
        </div>
        {isShort ? (
          <a class="button" href={linkTo('credits')}>
            Add credits
          </a>
        ) : (
          <button class="button" type="button" disabled={isBusy} onClick={() => void start()}>
            {isBusy ? 'Sending…' : `Start ${count(preview.rows, 'row')}`}
          </button>
        )}
      </div>
      {isBusy && <progress aria-label="Sending the file" />}
      {problem && <Failed problem={problem} />}
    </Card>
  )
}

function priceWords({ rows, bad_rows: bad, free_calls: free }: JobPreview): string {
  const first = free > 0 ? `, ${count(free, 'free call')} used first` : ''
  return `at most, for ${count(rows - bad, 'row')}${first}; rows of which nothing can be told are free`
}
