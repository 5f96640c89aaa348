import type { Entry } from '../../ledger/entry.ts'
import { csvCell, csvRow } from '../../statements/csv/write-row.ts'
import type { Exporter } from './exporter.ts'

const columns = [
  'account_id',
  'seq',
  'at',
  'type',
  'command_id',
  'credits_delta_cents',
  'free_calls_delta',
  'reserved_delta_cents',
  'balance_cents',
  'free_calls_remaining',
  'reserved_cents',
  'details',
  'prev_hash',
  'hash',
] as const satisfies readonly (keyof Entry)[]

/** RFC 4180. */
export const csv: Exporter = {
  mediaType: 'text/csv; charset=utf-8; header=present',
  extension: 'csv',
  open: () => ({
    head: `${columns.join(',')}\r\n`,
    rows: (entries) => entries.map(({ entry }) => row(entry)).join(''),
    tail: () => '',
  }),
}

function row(entry: Entry): string {
  return csvRow(columns.map((name) => csvCell(entry[name])))
}
