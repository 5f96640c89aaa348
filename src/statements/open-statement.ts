import { openCamt053 } from './camt053/open-camt053.ts'
import { openCsv } from './csv/open-csv.ts'
import type { FileFormat } from './find-format.ts'
import { openMt940 } from './mt940/open-mt940.ts'
import { openOfx } from './ofx/open-ofx.ts'
import { openQif } from './qif/open-qif.ts'
import type { AskedColumns, OpenStatement } from './statement.ts'
import { openXlsx } from './xlsx/open-xlsx.ts'

/** The formats whose rows are transactions under names of their own, or columns. */
export type StatementFormat = Exclude<FileFormat, 'json' | 'ndjson'>

export function openStatement(
  format: StatementFormat,
  bytes: AsyncIterable<Uint8Array>,
  { asked, charset }: { readonly asked: AskedColumns; readonly charset: string | null },
): Promise<OpenStatement> {
  switch (format) {
    case 'camt053':
      return openCamt053(bytes, asked)
    case 'ofx':
      return openOfx(bytes, asked)
    case 'qif':
      return openQif(bytes, asked)
    case 'mt940':
      return openMt940(bytes, asked)
    case 'xlsx':
      return openXlsx(bytes, asked)
    case 'csv':
      return openCsv(bytes, asked, charset)
  }
}
