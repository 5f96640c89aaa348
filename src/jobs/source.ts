import { z } from 'zod'
import type { StatementShape } from '../statements/statement.ts'

/** How a job's file was read, as its submitter is told. */
const formats = ['csv', 'xlsx', 'ofx', 'qif', 'camt053', 'mt940', 'json', 'ndjson'] as const

const column = z.string().nullable()

export const sourceSchema = z.object({
  format: z.enum(formats).meta({ description: 'Told by the content.' }),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  header_row: z.int().nullable().meta({
    description: 'The line of the file, or row of the sheet, with the header: from 1.',
  }),
  columns: z
    .object({
      description: z.array(z.string()).nullable().meta({ description: 'Joined by a space.' }),
      amount: column,
      debit: column,
      credit: column,
      date: column,
      id: column,
      name: column.optional(),
      domain: column.optional(),
      email: column.optional(),
    })
    .meta({ description: 'The columns that were read; null where there is none.' }),
})

export type JobSource = z.infer<typeof sourceSchema>

export function sourceOf(shape: StatementShape): JobSource {
  const { format, encoding, delimiter, headerRow, columns } = shape
  const { description } = columns
  return {
    format,
    encoding,
    delimiter,
    header_row: headerRow,
    columns: { ...columns, description: description === null ? null : [...description] },
  }
}
