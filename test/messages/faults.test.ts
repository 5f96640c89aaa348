import { expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '../../src/api/routes.ts'
import { counted, readTold } from '../../src/messages/faults.ts'

function faultsOf(schema: z.ZodType, value: unknown): readonly string[] {
  const parsed = readTold(schema, value)
  return parsed.error?.issues.map(({ message }) => message) ?? []
}

test('one is said in the singular, thousands are told apart', () => {
  expect([0, 1, 2, 1_000].map((count) => counted(count, 'cent'))).toEqual([
    '0 cents',
    '1 cent',
    '2 cents',
    '1,000 cents',
  ])
})

test.each([
  [z.object({ a: z.string() }), {}, 'is missing'],
  [z.object({ a: z.enum(['x', 'y']) }), {}, 'is missing'],
  [z.string(), 5, 'must be a string'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.int().min(100), 99, 'must be at least 100'],
  [z.number().max(1_000_000), 2e9, 'must be at most 1,000,000'],
  [z.string().min(10), 'short', 'must have at least 10 characters'],
  [z.string().max(1), 'ab', 'must have at most 1 character'],
  [z.string().min(1), '', 'must not be empty'],
  [z.array(z.string()).max(2), ['', '', ''], 'must hold at most 2 items'],
  [z.enum(['hour', 'day']), 'week', 'must be one of hour, day'],
  [z.email(), 'no', 'must be an e-mail address'],
  [z.strictObject({}), { b: 1 }, 'is not known: there are no members'],
] as const)('a fault is told in plain words: %#', (schema, value, text) => {
  expect(faultsOf(schema, value)).toEqual([text])
})

const hostile = [undefined, null, 0, -1, 1e99, true, '', 'a', [], {}, [{}], { type: 9 }] as const
const raw = /expected|received|invalid|too (small|big)|>=|<=|undefined/i

test('no endpoint shows a raw text of the validator, whatever is sent', () => {
  const schemas = routes.flatMap(({ body, query }) => [body?.schema, query].filter((one) => !!one))
  const members = schemas.flatMap((schema) => {
    return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  })
  const values = [
    ...hostile,
    ...hostile.map((value) => Object.fromEntries(members.map((name) => [name, value]))),
  ]
  const told = schemas.flatMap((schema) => values.flatMap((value) => faultsOf(schema, value)))
  expect(told.length).toBeGreaterThan(500)
  expect([...new Set(told)].filter((text) => raw.test(text))).toEqual([])
})
