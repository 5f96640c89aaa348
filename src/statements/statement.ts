/**
 * The port of the readers of statements: files as banks give them to their customers. A reader
 * owes rows in the order of the file while it reads, in bounded memory, whatever the file's
 * length; amounts as exact decimals, negative for money out; dates as YYYY-MM-DD; and a
 * StatementRefused, thrown from `open` or while rows are read, for a file that it cannot read. A
 * row alone that cannot be read is a row with its `error`. Staging, prices and HTTP are not its
 * job.
 */
export interface OpenStatement {
  /** Final only when the rows have ended: an encoding may show itself late. */
  readonly shape: StatementShape
  readonly rows: AsyncIterable<StatementRow>
}

export interface StatementShape {
  readonly format: 'csv' | 'xlsx' | 'ofx' | 'qif' | 'camt053' | 'mt940' | 'json' | 'ndjson'
  readonly encoding: string | null
  readonly delimiter: string | null
  /** Lines of the file, or rows of the sheet, from 1, blank ones counted; null without a header. */
  readonly headerRow: number | null
  readonly columns: StatementColumns
  /** Every column of a table under a name of its own; null where the file is no table. */
  readonly header?: readonly string[] | null
}

/** The names of the columns that were read; null where there is none. */
export interface StatementColumns {
  readonly description: readonly string[] | null
  readonly amount: string | null
  readonly debit: string | null
  readonly credit: string | null
  readonly date: string | null
  readonly id: string | null
}

export interface StatementRow {
  /** From 1, data rows only. */
  readonly row: number
  readonly description: string
  /** An exact decimal; null where the row has none. */
  readonly amount: string | null
  readonly currency?: string
  readonly date: string | null
  readonly id: string | null
  /** The reason why it cannot be read, as the end of a sentence that begins with the row. */
  readonly error: string | null
  /** The row's cells as they were sent, in the order of the header, where the file is a table. */
  readonly cells?: readonly string[]
}

/** Columns that the caller names. Several of `description` are joined by a space. */
export interface AskedColumns {
  readonly description: readonly string[]
  readonly amount?: string
  readonly debit?: string
  readonly credit?: string
  readonly date?: string
  readonly id?: string
}

/** The file cannot be read as a statement. The text tells its sender the fault and the way out. */
export class StatementRefused extends Error {
  readonly errors: readonly { readonly pointer: string; readonly message: string }[]

  constructor(
    message: string,
    errors: readonly { readonly pointer: string; readonly message: string }[] = [],
  ) {
    super(message)
    this.name = 'StatementRefused'
    this.errors = errors
  }
}
