import { useState } from 'preact/hooks'
import type { CompactRow } from '../../parts/tables/compact-rows.tsx'
import { Table } from '../../parts/tables/table.tsx'
import type { TableColumn } from '../../parts/tables/table-column.ts'
import type { EntryAnswer } from '../../state/answers.ts'
import { linkTo } from '../../state/place.ts'
import { dollars, shortHash, signedCount, signedDollars, utc, utcBrief } from '../../state/words.ts'
import { aboutOf, foldedWords, placeOf, whatOf } from './entry-words.ts'
import { type FoldedJob, type LedgerLine, linesOf } from './fold-jobs.ts'
import type { LedgerRun } from './read-ledger.ts'

interface LedgerRow extends LedgerLine {
  /** Belongs to the job that was opened above it. */
  readonly isInside: boolean
}

interface EntriesParts {
  readonly run: LedgerRun
  readonly isFolded: boolean
}

export function Entries({ run, isFolded }: EntriesParts) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (jobId: string) => {
    const next = new Set(opened)
    if (!next.delete(jobId)) next.add(jobId)
    setOpened(next)
  }
  const lines = isFolded ? linesOf(run.entries) : run.entries.map((entry) => ({ entry, job: null }))
  return (
    <Table
      label="Entries, newest first"
      columns={columnsOf(run, opened, toggle)}
      rows={lines.flatMap((line) => rowsOf(line, opened))}
      keyOf={({ entry, job }) => job?.jobId ?? entry.seq}
      isMarked={({ isInside }) => isInside}
      empty="No entry is like that."
      compact={(row) => compactOf(row, run)}
    />
  )
}

function rowsOf(line: LedgerLine, opened: ReadonlySet<string>): readonly LedgerRow[] {
  const row = { ...line, isInside: false }
  if (line.job === null || !opened.has(line.job.jobId)) return [row]
  return [row, ...line.job.entries.map((entry) => ({ entry, job: null, isInside: true }))]
}

function columnsOf(
  { findings }: LedgerRun,
  opened: ReadonlySet<string>,
  toggle: (jobId: string) => void,
): readonly TableColumn<LedgerRow>[] {
  return [
    { name: 'No.', isNumber: true, class: 'when', cell: numberOf },
    { name: 'When (UTC)', class: 'when', cell: ({ entry }) => utc(entry.at) },
    {
      name: 'What',
      class: 'line',
      cell: ({ entry, job }) =>
        job ? (
          <JobCell job={job} isOpen={opened.has(job.jobId)} toggle={toggle} />
        ) : (
          <div>
            <strong>{whatOf(entry)}</strong>
            <div class="hint">
              <About entry={entry} />
            </div>
          </div>
        ),
    },
    {
      name: 'Credits',
      isNumber: true,
      cell: (row) => creditsOf(row),
    },
    {
      name: 'Free calls',
      isNumber: true,
      cell: (row) => freeCallsOf(row),
    },
    { name: 'Balance', isNumber: true, cell: ({ entry }) => dollars(entry.balance_cents) },
    {
      name: 'Hash, checked here',
      class: 'hash',
      cell: ({ entry, job }) => (
        <span>
          <code title={entry.hash}>{shortHash(entry.hash)}</code>{' '}
          <Mark finding={worstOf(job?.entries ?? [entry], findings)} />
        </span>
      ),
    },
  ]
}

function sumOf({ entry, job }: LedgerRow, of: (entry: EntryAnswer) => number): number {
  return (job?.entries ?? [entry]).reduce((total, one) => total + of(one), 0)
}

const creditsOf = (row: LedgerRow) =>
  signedDollars(sumOf(row, ({ credits_delta_cents: cents }) => cents))

const freeCallsOf = (row: LedgerRow) =>
  signedCount(sumOf(row, ({ free_calls_delta: calls }) => calls))

function compactOf(row: LedgerRow, { findings }: LedgerRun): CompactRow {
  const { entry, job } = row
  const credits = creditsOf(row)
  const free = freeCallsOf(row)
  const about = job ? foldedWords(job) : aboutOf(entry)
  const isFree = credits === '–' && free !== '–'
  return {
    first: [
      ['What', job ? 'Job' : whatOf(entry)],
      isFree ? ['Free calls', `${free} free`] : ['Credits', credits],
    ],
    second: [
      ['Entry', [entry.seq, utcBrief(entry.at), about].filter((words) => words !== '').join(' · ')],
      [
        'Balance',
        <>
          {dollars(entry.balance_cents)}{' '}
          <Mark finding={worstOf(job?.entries ?? [entry], findings)} />
        </>,
      ],
    ],
  }
}

function numberOf({ entry, job }: LedgerRow) {
  const last = <a href={linkTo('ledger', String(entry.seq))}>{entry.seq}</a>
  const first = job?.entries.at(-1)?.seq
  if (first === undefined) return last
  return (
    <span>
      <a href={linkTo('ledger', String(first))}>{first}</a>–{last}
    </span>
  )
}

interface JobCellParts {
  readonly job: FoldedJob
  readonly isOpen: boolean
  readonly toggle: (jobId: string) => void
}

function JobCell({ job, isOpen, toggle }: JobCellParts) {
  return (
    <div>
      <strong>Job</strong> <a href={linkTo('jobs', job.jobId)}>{job.jobId}</a>
      <div class="hint">
        {foldedWords(job)}{' '}
        <button
          class="link"
          type="button"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Fold' : 'Open'} the entries of ${job.jobId}`}
          onClick={() => toggle(job.jobId)}
        >
          {isOpen ? 'fold' : 'open'}
        </button>
      </div>
    </div>
  )
}

/** The words on what an entry is about lead to its page. */
export function About({ entry }: { readonly entry: EntryAnswer }) {
  const words = aboutOf(entry)
  const to = placeOf(entry, Date.now())
  if (to === null) return <>{words}</>
  return (
    <a href={to} aria-label={`${words}, entry ${entry.seq}`}>
      {words}
    </a>
  )
}

function worstOf(entries: readonly EntryAnswer[], findings: LedgerRun['findings']) {
  const all = entries.map(({ seq }) => findings.get(seq))
  return all.find((finding) => finding !== 'sound') ?? all[0]
}

export function Mark({ finding }: { readonly finding: string | undefined }) {
  if (finding === undefined) return null
  const isSound = finding === 'sound'
  const words = isSound ? 'hash recomputed: right' : `wrong ${finding}`
  return (
    <span class={isSound ? 'sound' : 'unsound'} role="img" title={words} aria-label={words}>
      {isSound ? '✓' : '✗'}
    </span>
  )
}
