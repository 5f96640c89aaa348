import { expect, test } from 'vitest'
import type { Reading } from '../../../src/jobs/reading.ts'
import { JsonBody } from '../../../src/jobs/rows/json-body.ts'
import { readRow } from '../../../src/jobs/rows/row.ts'
import { canonical } from '../../../src/ledger/canonical.ts'

const plain: Reading = {
  type: 'transaction',
  expand: [],
  min_confidence: null,
  source: null,
  statement: null,
  table: null,
}

test('a column called __proto__ comes back like any other, from cells and from objects', () => {
  const header = ['description', '__proto__', 'note']
  const table = { header, columns: { description: 0 }, decimal_comma: false }
  const cells = readRow({ ...plain, table }, ['NETFLIX.COM', 'kept', 'too'])
  expect(canonical(cells.columns)).toBe('{"__proto__":"kept","note":"too"}')
  const sent = JSON.parse('{"description":"NETFLIX.COM","__proto__":{"a":1},"note":"too"}')
  const row = readRow(plain, sent)
  expect(canonical(row.columns)).toBe('{"__proto__":{"a":1},"note":"too"}')
})

test('a member of a body called __proto__ brings no members of its own', () => {
  const body = new JsonBody()
  body.push('{"__proto__":{"type":"company"},"items":[]}')
  body.end()
  expect('type' in body.members).toBe(false)
})
