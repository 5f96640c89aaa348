import { describe, expect, test } from 'vitest'
import { affordable, openStagedByAccount } from '../../../src/api/uploads/means.ts'

describe('rows that an account can pay for', () => {
  test.each([
    { balanceCents: 0, freeCalls: 0, call: 'enrich', rows: 0 },
    { balanceCents: 0, freeCalls: 20, call: 'enrich', rows: 20 },
    { balanceCents: 100, freeCalls: 20, call: 'enrich', rows: 120 },
    { balanceCents: 101, freeCalls: 20, call: 'company', rows: 70 },
    { balanceCents: -5, freeCalls: 3, call: 'person', rows: 3 },
  ] as const)('$balanceCents cents and $freeCalls free calls: $rows of $call', (given) => {
    expect(affordable(given, [], given.call)).toBe(given.rows)
  })

  test('its other uploads are paid first, free calls first, and it is never below nothing', () => {
    const account = { balanceCents: 100, freeCalls: 20 }
    const company = { call: 'company', items: 30 } as const
    expect(affordable(account, [company], 'enrich')).toBe(80)
    expect(affordable(account, [{ call: 'enrich', items: 5 }], 'enrich')).toBe(115)
    expect(affordable(account, [{ call: 'enrich', items: 500 }], 'enrich')).toBe(0)
  })
})

test('uploads under one key count once, by the longest; what is released counts no more', () => {
  const staged = openStagedByAccount()
  const mine = staged.hold('a', 'job_1')
  const [first, second] = [staged.hold('a', 'key k'), staged.hold('a', 'key k')]
  const others = staged.hold('b', 'job_2')
  first.staged({ call: 'enrich', items: 10 })
  second.staged({ call: 'enrich', items: 30 })
  others.staged({ call: 'enrich', items: 1_000 })
  expect(mine.others()).toEqual([{ call: 'enrich', items: 30 }])
  expect(first.others()).toEqual([])
  second.release()
  expect(mine.others()).toEqual([{ call: 'enrich', items: 10 }])
  first.release()
  expect(mine.others()).toEqual([])
})
