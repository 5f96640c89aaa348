import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonBody } from '../../../src/jobs/rows/json-body.ts'

function read(text: string, piece: number) {
  const body = new JsonBody()
  const items: unknown[] = []
  for (let at = 0; at < text.length; at += piece)
    items.push(...body.push(text.slice(at, at + piece)))
  body.end()
  const { items: _, ...members } = body.members
  return { items, members }
}

test('any body, cut anywhere, gives its items and its members', () => {
  const property = fc.property(
    fc.array(fc.jsonValue()),
    fc.jsonValue(),
    fc.boolean(),
    fc.integer({ min: 1, max: 40 }),
    fc.constantFrom(undefined, 1, '\t'),
    (items, metadata, itemsFirst, piece, space) => {
      const body = itemsFirst ? { items, type: 'x', metadata } : { type: 'x', metadata, items }
      const same = JSON.parse(JSON.stringify({ items, members: { type: 'x', metadata } }))
      expect(read(JSON.stringify(body, null, space), piece)).toEqual(same)
    },
  )
  fc.assert(property, { numRuns: 500 })
})

test.each([
  '',
  '[]',
  '{"items":[1,2',
  '{"items":[1 2]}',
  '{"items":[{"a":}]}',
  '{"items":[1]} x',
  '{"items":[1],}',
  '{items:[1]}',
  '{"items":[1,]}',
])('%s is refused', (text) => {
  for (const piece of [1, 3, 100]) expect(() => read(text, piece)).toThrow(/not valid JSON/)
})

test('the refusal points at the item', () => {
  expect(() => read('{"items":[{"a":1},{"b":tru}]}', 5)).toThrow(/\/items\/1/)
})
