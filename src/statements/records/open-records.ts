import type { AskedColumns, OpenStatement, StatementColumns, StatementRow } from '../statement.ts'
import type { Declared } from '../text/open-text.ts'
import { openText } from '../text/open-text.ts'
import type { NamedFields } from './named-fields.ts'
import { columnsAsked } from './named-fields.ts'

export interface RecordFormat {
  readonly format: OpenStatement['shape']['format']
  readonly fields: NamedFields
  /** The encoding that the file's own header tells. */
  readonly declared?: Declared
}

/** The fields that are read, and whether the caller named those of the description. */
export interface AskedFields {
  readonly columns: StatementColumns
  readonly isNamed: boolean
}

/** A text of records whose fields have names of their own, in whatever encoding. */
export function openRecords(
  bytes: AsyncIterable<Uint8Array>,
  asked: AskedColumns,
  { format, fields, declared = null }: RecordFormat,
  rowsOf: (text: AsyncIterable<string>, fields: AskedFields) => AsyncIterable<StatementRow>,
): OpenStatement {
  const columns = columnsAsked(fields, asked)
  const { pieces, encoding } = openText(bytes, declared)
  const shape = {
    format,
    get encoding() {
      return encoding()
    },
    delimiter: null,
    headerRow: null,
    columns,
  }
  return { shape, rows: rowsOf(pieces, { columns, isNamed: asked.description.length > 0 }) }
}
