import { expect, test } from 'vitest'
import { openCsv } from '../../../src/statements/csv/open-csv.ts'
import { bankFiles } from '../banks/bank-files.ts'
import { readStatement } from '../read-statement.ts'

const files = (['tuned', 'held-out', 'further'] as const).flatMap(bankFiles)

test.each(files.map((file) => [file.bank, file] as const))(
  'every day, amount, sign and description of %s is read',
  async (_, { bytes, encoding, rows }) => {
    const read = await readStatement(openCsv, bytes, { piece: 61 })
    expect(read.shape.encoding).toBe(encoding)
    expect(
      read.rows.map(({ date, amount, description }) => {
        return { date, amount: Number(amount), description }
      }),
    ).toEqual(rows)
    expect(read.rows.filter(({ error }) => error !== null)).toEqual([])
  },
)
