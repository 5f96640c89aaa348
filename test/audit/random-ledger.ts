import fc from 'fast-check'
import type { Entry } from '../../src/ledger/entry.ts'
import { rehashed } from './history.ts'

const types = [
  'CreditsPurchased',
  'CallCharged',
  'CreditsReserved',
  'ReservationReleased',
  'CreditsRefunded',
  'SomethingLater',
] as const

const steps = fc.array(
  fc.record({
    type: fc.constantFrom(...types),
    credits: fc.integer({ min: -5_000, max: 5_000 }),
    reserved: fc.integer({ min: -300, max: 300 }),
    minutes: fc.nat(3_000),
    command: fc.string({ maxLength: 12 }),
  }),
  { minLength: 1, maxLength: 40 },
)

/**
 * Ledgers of known and unknown types that move whatever an entry may move: exporters and auditors
 * have only the deltas to go by.
 */
export const randomLedger: fc.Arbitrary<readonly Entry[]> = steps.map((given) => {
  let credits = 0
  let reserved = 0
  let time = Date.UTC(2026, 0, 30)
  const entries = given.map((step, index) => {
    const paid = Math.max(step.credits, -credits)
    const aside = Math.max(step.reserved, -reserved)
    credits += paid
    reserved += aside
    time += step.minutes * 60_000
    return {
      account_id: 'acc_random',
      seq: index + 1,
      type: step.type,
      at: new Date(time).toISOString(),
      command_id: `${index}${step.command}`,
      credits_delta_cents: paid,
      free_calls_delta: 0,
      reserved_delta_cents: aside,
      balance_cents: credits,
      free_calls_remaining: 0,
      reserved_cents: reserved,
      details: step.type === 'CallCharged' ? { call: 'enrich' } : { amount_cents: paid },
      prev_hash: '',
      hash: '',
    }
  })
  return rehashed(entries as unknown as readonly Entry[]) // as: also of types to come.
})
