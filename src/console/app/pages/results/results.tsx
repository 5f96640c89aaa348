import { useEffect, useState } from 'preact/hooks'
import { Card } from '../../parts/card.tsx'
import { Failed, Skeleton } from '../../parts/shown.tsx'
import type { CallProblem } from '../../state/call.ts'
import { call, problemOf } from '../../state/call.ts'
import type { CorrectionAnswer, JobAnswer, ResultRow } from '../../state/job-answers.ts'
import { changeQuery, place } from '../../state/place.ts'
import { count, whole } from '../../state/words.ts'
import { CorrectDialog } from './correct-dialog.tsx'
import { filterWords, matches, wantedBy } from './filters.ts'
import { type JobResults, readResults } from './read-results.ts'
import { Summary } from './results-summary.tsx'
import { ResultsTable } from './results-table.tsx'

const perPage = 50
const correctionsRead = 100

export function Results({ job }: { readonly job: JobAnswer }) {
  const [results, setResults] = useState<JobResults | null>(null)
  const [problem, setProblem] = useState<CallProblem | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    readResults(job.id, setResults, controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) setProblem(problemOf(error))
    })
    return () => controller.abort()
  }, [job.id])
  if (problem) return <Failed problem={problem} />
  if (results === null) {
    return (
      <Card>
        <Skeleton lines={12} />
      </Card>
    )
  }
  return (
    <>
      <Summary spending={results.spending} />
      <Rows results={results} total={job.processed} />
    </>
  )
}

interface RowsParts {
  readonly results: JobResults
  readonly total: number
}

function Rows({ results, total }: RowsParts) {
  const wanted = wantedBy(place.value.query)
  const [shown, setShown] = useState(perPage)
  const [correcting, setCorrecting] = useState<ResultRow | null>(null)
  const [corrections, add] = useCorrections()
  const found = results.rows.filter((row) => matches(row, wanted))
  return (
    <Card title="Results" aside={<span class="quiet">{readWords(results, total)}</span>}>
      <RowFilters results={results} />
      <ResultsTable
        rows={found.slice(0, shown)}
        corrections={corrections}
        correct={setCorrecting}
      />
      {found.length > shown && (
        <button
          class="button button-quiet button-small more"
          type="button"
          onClick={() => setShown(shown + perPage)}
        >
          Show more of {whole(found.length)}
        </button>
      )}
      {correcting && (
        <CorrectDialog
          row={correcting}
          close={() => setCorrecting(null)}
          done={(correction) => {
            add(correction)
            setCorrecting(null)
          }}
        />
      )}
    </Card>
  )
}

function readWords({ rows, read, isDone }: JobResults, total: number): string {
  if (!isDone) return `${whole(read)} of ${whole(total)} read`
  if (rows.length === read) return count(read, 'row')
  return `the first ${whole(rows.length)} of ${count(read, 'row')}: download them for the rest`
}

function RowFilters({ results }: { readonly results: JobResults }) {
  const wanted = wantedBy(place.value.query)
  const filters = Object.entries(filterWords)
  const countOf = (show: string) =>
    results.rows.filter((row) => {
      return matches(row, wantedBy(new URLSearchParams({ show })))
    }).length
  return (
    <div class="filters">
      <fieldset class="choices choices-small">
        <legend class="unseen">Rows</legend>
        {filters.map(([show, words]) => (
          <label key={show} class="choice">
            <input
              type="radio"
              name="show"
              checked={wanted.show === show}
              onChange={() => changeQuery({ show: show === 'all' ? '' : show })}
            />
            <span>
              {words} <small>{whole(countOf(show))}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <input
        class="filter-text"
        type="search"
        aria-label="Only rows with this text"
        placeholder="Find in lines and merchants"
        value={wanted.text}
        onInput={(event) => changeQuery({ text: event.currentTarget.value })}
      />
      {wanted.category !== '' && (
        <button
          class="button button-quiet button-small"
          type="button"
          onClick={() => changeQuery({ category: '' })}
        >
          {wanted.category} ×<span class="unseen"> no longer only these</span>
        </button>
      )}
    </div>
  )
}

/** Results are bound to what was paid; corrections are shown over them, the newest of a line. */
function useCorrections() {
  const [all, setAll] = useState<ReadonlyMap<string, CorrectionAnswer>>(new Map())
  useEffect(() => {
    call<{ data: readonly CorrectionAnswer[] }>('GET', `/feedback?limit=${correctionsRead}`)
      .then(({ json }) => {
        const oldestFirst = [...json.data].reverse()
        setAll(new Map(oldestFirst.map((one) => [one.description, one])))
      })
      .catch(() => {})
  }, [])
  const add = (one: CorrectionAnswer) => setAll(new Map([...all, [one.description, one]]))
  return [all, add] as const
}
