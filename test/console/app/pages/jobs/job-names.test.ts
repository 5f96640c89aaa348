import { expect, it } from 'vitest'
import { aboutOf } from '../../../../../src/console/app/pages/jobs/job-names.ts'
import type { JobAnswer } from '../../../../../src/console/app/state/job-answers.ts'

function jobOf(type: string, total: number, format: string | null): JobAnswer {
  return {
    id: 'job_1',
    type,
    status: 'succeeded',
    total,
    processed: total,
    matched: 0,
    failed: 0,
    charged_cents: 0,
    free_calls_used: 0,
    reserved_cents: 0,
    created_at: '2026-03-02T10:00:00.000Z',
    started_at: null,
    finished_at: null,
    rows_per_second: null,
    estimated_finish_at: null,
    results_url: null,
    metadata: null,
    source: format === null ? null : { format },
  }
}

it('tells a job by its rows and the format that they came in', () => {
  expect(aboutOf(jobOf('transaction', 1500, 'camt053'))).toBe('1,500 transactions, CAMT.053')
  expect(aboutOf(jobOf('person', 1, 'ndjson'))).toBe('1 person, NDJSON')
  expect(aboutOf(jobOf('company', 2, null))).toBe('2 companies')
})
