import type { Entry } from '../../ledger/entry.ts'
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
  return `${columns.map((name) => csvCell(entry[name])).join(',')}\r\n`
}

/**
 * Numbers as they are. A text that a spreadsheet would take for a formula gets an apostrophe in
 * front: somebody else may have chosen it.
 */
export function csvCell(value: unknown): string {
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
