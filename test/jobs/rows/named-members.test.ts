import { expect, test } from 'vitest'
import { openNamedMembers } from '../../../src/jobs/rows/named-members.ts'

test('named members of JSON rows are read as named columns of a table are', () => {
  const { rowOf, end } = openNamedMembers({
    description: ['payee', 'memo'],
    debit: 'out',
    credit: 'in',
    id: 'key',
  })
  expect(rowOf({ payee: 'Netflix', memo: 'January', out: 12.34, key: 7 })).toMatchObject({
    description: 'Netflix January',
    amount: -12.34,
    id: 7,
  })
  expect(rowOf({ payee: 'Acme', in: 1500 })).toMatchObject({ description: 'Acme', amount: 1500 })
  expect(rowOf({ payee: 'Acme', out: '12,3' })).toMatchObject({ amount: '12,3' })
  end()
})

test('a name that no row has is refused with the names that they have', () => {
  const { rowOf, end } = openNamedMembers({ amount: 'betrag', description: ['text'] })
  rowOf({ text: 'Netflix', sum: 1 })
  expect(end).toThrow(/no member is called betrag\. It has these: text, sum\./)
})
