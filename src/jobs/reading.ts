import { z } from 'zod'
import type { Call } from '../ledger/prices.ts'
import { sourceSchema } from './source.ts'

/** The type of a job's rows, and how a staged row becomes a question. Stored with the job. */
export const jobTypes = ['transaction', 'company', 'domain', 'social', 'person'] as const
export type JobType = (typeof jobTypes)[number]

/** The word that ledger entries carry for a chunk of such a job; each row is one item of it. */
export const callOfType: { readonly [T in JobType]: Call } = {
  transaction: 'enrich',
  company: 'company',
  domain: 'domain',
  social: 'social',
  person: 'person',
}

/** The meanings of a table's columns. `debit` and `credit` are amounts without a sign. */
const fields = [
  'description',
  'amount',
  'debit',
  'credit',
  'name',
  'domain',
  'email',
  'id',
] as const
export type Field = (typeof fields)[number]

/** Where a table's fields are: the number of the column, from 0. */
export type Columns = { readonly [F in Field]?: number }

const columnsSchema = z.object(
  Object.fromEntries(fields.map((field) => [field, z.int().optional()])),
) as z.ZodType<Columns> // as: fromEntries forgets the names of its keys.

/** The rows of a statement are staged as they were read, and need no columns any more. */
const statementSchema = z.object({
  /** The names of a table's columns; null for a format that has none. */
  header: z.array(z.string()).nullable(),
  /** Columns whose cell stands in the row's own fields already. */
  told: z.array(z.int()),
})

export const readingSchema = z.object({
  type: z.enum(jobTypes),
  expand: z.array(z.string()),
  min_confidence: z.number().nullable(),
  source: sourceSchema.nullable().default(null),
  statement: statementSchema.nullable().default(null),
  /** The columns of a file of separated cells; null where each row is a JSON object. */
  table: z
    .object({
      header: z.array(z.string()),
      columns: columnsSchema,
      /** Whether the file parts its cells by something else, so that a comma may be a decimal's. */
      decimal_comma: z.boolean(),
    })
    .nullable(),
})

export type Reading = z.infer<typeof readingSchema>
export type Table = NonNullable<Reading['table']>
