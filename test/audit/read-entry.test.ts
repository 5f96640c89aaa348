import { expect, test } from 'vitest'
import { readEntry } from '../../src/audit/read-entry.ts'
import { unopened } from '../../src/ledger/account.ts'
import { decide } from '../../src/ledger/decide.ts'

const open = { type: 'OpenAccount', commandId: 'open:acc_1' } as const
const [entry] = decide(unopened('acc_1'), open, '2026-01-30T20:00:00.000Z')
const members = Object.entries({ ...entry })

test('an entry of the ledger is read as it was written', () => {
  expect(readEntry(JSON.stringify(entry))).toEqual(entry)
})

test.each(members)(
  'an entry without its %s, or with another kind of it, is none',
  (name, value) => {
    const { [name]: _, ...rest } = { ...entry } as Record<string, unknown>
    const other = typeof value === 'number' ? value + 0.5 : 7
    for (const wrong of [rest, { ...rest, [name]: null }, { ...rest, [name]: other }]) {
      expect(readEntry(JSON.stringify(wrong))).toContain(`${name}: `)
    }
  },
)

test.each(['[]', '7', 'null', '"entry"', '{', ''])('%s is no entry', (line) => {
  expect(readEntry(line)).toEqual(expect.any(String))
})
