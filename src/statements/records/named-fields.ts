import type { AskedColumns, StatementColumns } from '../statement.ts'
import { StatementRefused } from '../statement.ts'

/** A format without columns has fields with names of its own, which a caller may ask for. */
export interface NamedFields {
  readonly format: string
  readonly usual: StatementColumns
  readonly description: readonly string[]
  readonly amount: readonly string[]
  readonly date: readonly string[]
  readonly id: readonly string[]
}

/** The usual fields, but where others are asked for. */
export function columnsAsked(fields: NamedFields, asked: AskedColumns): StatementColumns {
  const { usual, description, amount, date, id } = fields
  const pick = (name: string | undefined, known: readonly string[], otherwise: string | null) =>
    name === undefined ? otherwise : found(fields, name, known)
  return {
    description:
      asked.description.length === 0
        ? usual.description
        : asked.description.map((name) => found(fields, name, description)),
    amount: pick(asked.amount, amount, usual.amount),
    debit: pick(asked.debit, [], null),
    credit: pick(asked.credit, [], null),
    date: pick(asked.date, date, usual.date),
    id: pick(asked.id, id, usual.id),
  }
}

function found({ format }: NamedFields, name: string, known: readonly string[]): string {
  const wanted = name.trim().toLowerCase()
  const match = known.find((field) => field.toLowerCase() === wanted)
  if (match) return match
  const has = known.length > 0 ? `The fields that can be named here: ${known.join(', ')}.` : ''
  const message = `${format} has no such field "${name.slice(0, 80)}". ${has || 'It has none of this kind.'}`
  throw new StatementRefused(message, [
    { pointer: name.slice(0, 80), message: 'is no field of it' },
  ])
}
