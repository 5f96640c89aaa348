import { keysOf } from '../../ledger/keys-of.ts'
import { beancount } from './beancount.ts'
import { csv } from './csv.ts'
import type { Exporter } from './exporter.ts'
import { hledger } from './hledger.ts'

/** One entry a line, as it was written: the form that verifiers read. */
const ndjson: Exporter = {
  mediaType: 'application/x-ndjson',
  extension: 'ndjson',
  open: () => ({
    head: '',
    rows: (entries) => entries.map(({ text }) => `${text}\n`).join(''),
    tail: () => '',
  }),
}

export const exporters = { ndjson, csv, hledger, beancount } as const
export type ExportFormat = keyof typeof exporters
export const exportFormats = keysOf(exporters)
