import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { Opening } from '../../audit/export/exporter.ts'
import { dateOf } from '../../audit/export/exporter.ts'
import type { ExportFormat } from '../../audit/export/exporters.ts'
import { exporters } from '../../audit/export/exporters.ts'
import type { AuditSource } from '../../audit/log/read-log.ts'
import { replay, validEntries } from '../../audit/log/replay-log.ts'
import { type Cli, UsageError } from '../command.ts'
import { withSource } from './audit-source.ts'

export interface ExportOptions {
  readonly format: ExportFormat
  readonly account?: string
  readonly from?: string
  readonly to?: string
}

/** Streams: what is held is a page of entries and the accounts' heads. */
export async function exportLog(
  cli: Cli,
  file: string | undefined,
  options: ExportOptions,
): Promise<void> {
  const { format, account } = options
  if (account === undefined && (format === 'hledger' || format === 'beancount')) {
    throw new UsageError(`--format ${format} needs --account: such a file is one account's.`)
  }
  const out = file === undefined ? process.stdout : createWriteStream(file)
  const written = await withSource(cli, async (source) => {
    let entries = 0
    for await (const { text, count } of textsOf(source, options, cli.signal)) {
      entries += count
      if (!out.write(text)) await once(out, 'drain')
    }
    return entries
  })
  if (file === undefined) return
  out.end()
  await once(out, 'finish')
  cli.terminal.result(
    { entries: written, file },
    `${written.toLocaleString('en')} entries in ${file}`,
  )
}

async function* textsOf(source: AuditSource, options: ExportOptions, signal: AbortSignal) {
  const sheet = exporters[options.format].open(await openingOf(source, options, signal))
  const { account, format: _, ...window } = options
  yield { text: sheet.head, count: 0 }
  const asked = { accountId: account ?? null, ...window, signal }
  for await (const entries of validEntries(source, asked)) {
    if (entries.length > 0) yield { text: sheet.rows(entries), count: entries.length }
  }
  yield { text: sheet.tail(), count: 0 }
}

async function openingOf(
  source: AuditSource,
  { account, from }: ExportOptions,
  signal: AbortSignal,
): Promise<Opening> {
  const accountId = account ?? 'all accounts'
  const nothing = { accountId, date: null, credits: 0, reserved: 0 }
  if (account === undefined || from === undefined) return nothing
  const to = new Date(Date.parse(from) - 1).toISOString()
  const [before] = await replay(source, { accountId, to, signal })
  if (!before) return nothing
  const { balanceCents: credits, reservedCents: reserved } = before
  return { accountId, date: dateOf(from), credits, reserved }
}
