import { Card, Chip } from '../../parts/card.tsx'
import { ShownList } from '../../parts/shown.tsx'
import type { CompactRow } from '../../parts/tables/compact-rows.tsx'
import { Table } from '../../parts/tables/table.tsx'
import type { TableColumn } from '../../parts/tables/table-column.ts'
import type { JobAnswer } from '../../state/job-answers.ts'
import { useList } from '../../state/pages.ts'
import { linkTo } from '../../state/place.ts'
import { ago, dollars, percent, whole } from '../../state/words.ts'
import { aboutOf, nameOf, titleOf } from './job-names.ts'

const perPage = 25

export function JobList() {
  const list = useList<JobAnswer>(`/jobs?limit=${perPage}`)
  return (
    <Card title="Your jobs">
      <ShownList of={list}>
        {(jobs) => (
          <Table
            label="Your jobs, newest first"
            columns={columns}
            rows={jobs}
            keyOf={({ id }) => id}
            compact={compactOf}
            empty="No jobs yet. Drop a file above to make the first one."
          />
        )}
      </ShownList>
    </Card>
  )
}

const columns: readonly TableColumn<JobAnswer>[] = [
  {
    name: 'Job',
    cell: (job) => (
      <div>
        <a href={linkTo('jobs', job.id)}>
          <strong>{titleOf(job)}</strong>
        </a>
        <div class="hint">
          {nameOf(job.id) === null ? <span class="mono">{job.id}</span> : aboutOf(job)} ·{' '}
          {ago(job.created_at)}
        </div>
      </div>
    ),
  },
  { name: 'State', cell: (job) => <JobState of={job} /> },
  { name: 'Rows', isNumber: true, cell: ({ total }) => whole(total) },
  {
    name: 'Matched',
    isNumber: true,
    cell: ({ matched, processed }) => percent(matched, processed),
  },
  { name: 'Cost', isNumber: true, cell: ({ charged_cents: cents }) => dollars(cents) },
]

function compactOf(job: JobAnswer): CompactRow {
  const { id, created_at: at, charged_cents: cents } = job
  return {
    href: linkTo('jobs', id),
    first: [
      ['Job', titleOf(job)],
      ['Cost', dollars(cents)],
    ],
    second: [
      ['About', `${ago(at)} · ${nameOf(id) === null ? id : aboutOf(job)}`],
      ['State', <JobState of={job} />],
    ],
  }
}

const kinds = {
  queued: 'warn',
  running: 'warn',
  succeeded: 'good',
  cancelled: '',
  failed: 'bad',
} as const

export function JobState({ of: { status } }: { readonly of: JobAnswer }) {
  return <Chip kind={kinds[status]}>{status}</Chip>
}
