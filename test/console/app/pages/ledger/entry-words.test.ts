import { expect, it } from 'vitest'
import { placeOf } from '../../../../../src/console/app/pages/ledger/entry-words.ts'
import type { EntryAnswer } from '../../../../../src/console/app/state/answers.ts'

const at = '2026-03-02T10:00:00.000Z'
const day = 86_400_000
const now = Date.parse(at) + day

function entryOf(details: EntryAnswer['details']): EntryAnswer {
  return {
    seq: 4,
    type: 'CallCharged',
    at,
    command_id: 'cmd_1',
    credits_delta_cents: -1,
    free_calls_delta: 0,
    reserved_delta_cents: 0,
    balance_cents: 99,
    hash: 'b'.repeat(64),
    prev_hash: 'a'.repeat(64),
    details,
  }
}

it('an entry leads to its order, its job or its request', () => {
  expect(placeOf(entryOf({ order_id: 'ord_1' }), now)).toBe('#credits/ord_1')
  expect(placeOf(entryOf({ job_id: 'job_1', request_id: 'req_1' }), now)).toBe('#jobs/job_1')
  expect(placeOf(entryOf({ request_id: 'req_1' }), now)).toBe('#requests/req_1')
  expect(placeOf(entryOf({}), now)).toBeNull()
})

it('a request that is not kept any more has no page', () => {
  expect(placeOf(entryOf({ request_id: 'req_1' }), now + 7 * day)).toBeNull()
  expect(placeOf(entryOf({ order_id: 'ord_1' }), now + 700 * day)).toBe('#credits/ord_1')
})
