import { expect, test } from 'vitest'
import { StatementRefused } from '../../src/statements/statement.ts'
import { readStatement, refusalOf } from './read-statement.ts'

test('a file is given to its reader in pieces, and a refusal while rows are read is one', async () => {
  const pieces: number[] = []
  const open = async (bytes: AsyncIterable<Uint8Array>) => {
    for await (const { length } of bytes) pieces.push(length)
    throw new StatementRefused('The file is empty: export it again.')
  }
  const refusal = await refusalOf(() => readStatement(open, new Uint8Array(5), { piece: 2 }))
  expect(refusal.message).toBe('The file is empty: export it again.')
  expect(pieces).toEqual([2, 2, 1])
})
