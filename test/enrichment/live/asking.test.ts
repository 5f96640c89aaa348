import { expect, onTestFinished, test, vi } from 'vitest'
import { Asking } from '../../../src/enrichment/live/asking.ts'
import type { KeptAnswers } from '../../../src/enrichment/live/kept-answers.ts'
import { openTurns } from '../../../src/enrichment/live/turns.ts'

const asker = { lane: 'call', owner: 'acc_1' } as const
const count = { kept: () => {}, fetched: () => {} }

/** Nothing is kept, and every claim is free. */
const kept = {
  find: async () => null,
  claim: async () => 'claimed',
  release: async () => {},
  store: async () => {},
} as unknown as KeptAnswers // as: all that a question uses of it.

/** A picture that never comes, behind facts that are there at once or never. */
function asking(facts: Promise<string>) {
  const never = new Promise<Buffer | null>(() => {})
  return new Asking<string>({
    kept,
    turns: openTurns({ atOnce: 4, ofLane: { call: 2, logo: 2, job: 2 }, waiting: 10 }),
    ask: async () => ({ outcome: 'found', facts: await facts, url: null, picture: () => never }),
    read: String,
    count,
  })
}

test('a caller without patience left has the facts and does not wait for the picture', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const hurried = { ...asker, patienceMs: 60 }
  const answer = asking(Promise.resolve('Acme')).look('acme.example', hurried)
  // Its patience, not the 700 ms that a picture may take of a longer one.
  await vi.advanceTimersByTimeAsync(100)
  expect(await Promise.race([answer, 'waits'])).toMatchObject({ facts: 'Acme' })
})

test('a caller whose patience ends first is told nothing', async () => {
  const never = new Promise<string>(() => {})
  const answer = await asking(never).look('acme.example', { ...asker, patienceMs: 20 })
  expect(answer).toBeNull()
})
