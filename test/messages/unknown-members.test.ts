import { expect, test } from 'vitest'
import { z } from 'zod'
import { readTold } from '../../src/messages/faults.ts'
import { transactionSchema } from '../../src/messages/items.ts'
import { unknownMembers } from '../../src/messages/unknown-members.ts'

function pathsOf(schema: z.ZodType, value: unknown): string[] {
  return unknownMembers(schema, value).map(({ path }) => path.join('/'))
}

test('a strict object takes no other member, an open one any but a slip of its own', () => {
  const strict = z.strictObject({ amount: z.number() })
  const open = z.object({ amount: z.number() })
  expect(pathsOf(strict, { amount: 1, colour: 1, ammount: 1 })).toEqual(['colour', 'ammount'])
  expect(pathsOf(open, { amount: 1, colour: 1, ammount: 1 })).toEqual(['ammount'])
  expect(pathsOf(z.looseObject({ amount: z.number() }), { ammount: 1 })).toEqual([])
})

test('objects within objects and lists are looked at, values of the caller are not', () => {
  const inner = z.object({ name: z.string() }).nullable().optional()
  const schema = z.strictObject({
    one: inner,
    many: z.array(inner),
    own: z.record(z.string(), z.unknown()),
  })
  const value = { one: { nmae: 1 }, many: [{ name: '' }, { named: 1 }], own: { nam: 1 } }
  expect(pathsOf(schema, value)).toEqual(['one/nmae', 'many/1/named'])
  for (const odd of [null, 5, 'text', [], [[]], { one: [], many: {} }]) {
    expect(pathsOf(schema, odd)).toEqual([])
  }
})

test('a slip is told before what is missing for it, and a value without one is as it was', () => {
  const read = readTold(transactionSchema, { descripton: 'NETFLIX.COM' })
  expect(read.error?.issues.map(({ path, message }) => [path.join('/'), message])).toEqual([
    ['descripton', 'is not known: the nearest member is description'],
    ['description', 'is missing'],
  ])
  const fine = { description: 'NETFLIX.COM', colour: 'red', metadata: { ammount: 1 } }
  expect(readTold(transactionSchema, fine).data).toEqual({
    description: 'NETFLIX.COM',
    metadata: { ammount: 1 },
  })
})

test('names that nobody can show are cut, and told twenty at most', () => {
  const value = Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [`${at}\ud800${'x'.repeat(1_000)}`, 1]),
  )
  const paths = pathsOf(z.strictObject({}), value)
  expect(paths).toHaveLength(20)
  for (const path of paths) expect([path.length <= 100, path.isWellFormed()]).toEqual([true, true])
})
