import { expect, it } from 'vitest'
import { foldedWords } from '../../../../../src/console/app/pages/ledger/entry-words.ts'
import { linesOf } from '../../../../../src/console/app/pages/ledger/fold-jobs.ts'
import type { EntryAnswer } from '../../../../../src/console/app/state/answers.ts'

const jobId = 'job_1'

function entry(seq: number, type: string, details: EntryAnswer['details'] = {}): EntryAnswer {
  const moves = { credits_delta_cents: 0, free_calls_delta: 0, reserved_delta_cents: 0 }
  const hashes = { hash: '', prev_hash: '' }
  const at = '2026-01-01T00:00:00.000Z'
  return { seq, type, at, command_id: `${seq}`, balance_cents: 0, ...moves, ...hashes, details }
}

const chunk = (seq: number, cents: number) =>
  entry(seq, 'CallCharged', { job_id: jobId, charged_cents: cents, free_calls_used: 0 })
const reserve = entry(2, 'CreditsReserved', { job_id: jobId, cents: 25_000, free_calls: 0 })
const release = entry(6, 'ReservationReleased', { job_id: jobId, cents: 5_000 })
const other = entry(4, 'CallCharged', { call: 'enrich' })

it('a job is one line where its newest entry stands, and says what of its reserve was taken', () => {
  const lines = linesOf([release, chunk(5, 10_000), other, chunk(3, 10_000), reserve])
  expect(lines.map(({ entry: { seq }, job }) => [seq, job?.entries.length])).toEqual([
    [6, 5 - 1],
    [4, undefined],
  ])
  const job = lines[0]?.job
  expect(job && foldedWords(job)).toBe('−$200.00 of $250.00 reserved · 4 entries')
})

it('a job that runs says so, and one whose reserve was not read says nothing of it', () => {
  const [running] = linesOf([chunk(3, 10_000), reserve])
  expect(running?.job && foldedWords(running.job)).toContain('reserved so far')
  const [cut] = linesOf([release, chunk(5, 10_000)])
  expect(cut?.job && foldedWords(cut.job)).toBe('2 entries; older ones are not read yet')
})
