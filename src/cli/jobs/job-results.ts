import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { errorCodeOf } from '../../db/embedded/postgres-start-error.ts'
import type { Remote } from '../client/remote.ts'
import { type Cli, CommandRefused } from '../command.ts'
import { hasEnded, pathOf, type RemoteJob } from './job-watch.ts'

/** Small enough for the memory and to be asked for again, large enough to be fast. */
const rowsPerPage = 5_000

export const resultFormats = ['ndjson', 'csv', 'json', 'xlsx'] as const
export type ResultFormat = (typeof resultFormats)[number]

const stateSchema = z.object({
  job: z.string(),
  format: z.enum(resultFormats),
  rows: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
})

type DownloadState = Readonly<z.infer<typeof stateSchema>>

export interface Download {
  readonly remote: Remote
  readonly job: RemoteJob
  readonly format: ResultFormat
  readonly file: string
}

/**
 * Page after page into FILE.part, with how far it is beside it: whatever ends this, the next run
 * goes on behind the last whole page. Only what is complete gets the name FILE.
 */
export async function downloadResults(cli: Cli, download: Download): Promise<void> {
  const { job, file } = download
  refuseRunning(job)
  const part = `${file}.part`
  const stateFile = `${part}.json`
  let state = await stateOf(stateFile, download)
  if (state.rows > 0) cli.terminal.tell(`Goes on after row ${state.rows.toLocaleString('en')}.`)
  const out = await openAt(part, state.bytes)
  const bar = cli.terminal.bar(job.processed)
  try {
    do {
      cli.signal.throwIfAborted()
      const page = await readPage(download, state.rows)
      await out.write(page, 0, page.length, state.bytes)
      await out.sync()
      const rows = Math.min(state.rows + rowsPerPage, job.processed)
      state = { ...state, rows, bytes: state.bytes + page.length }
      await writeFile(stateFile, JSON.stringify(state))
      bar.update(state.rows, 'rows')
    } while (state.rows < job.processed)
  } finally {
    bar.stop()
    await out.close()
  }
  await rename(part, file)
  await rm(stateFile, { force: true })
}

/** To the standard output: page by page too, but nothing to go on from. */
export async function printResults(cli: Cli, download: Omit<Download, 'file'>): Promise<void> {
  refuseRunning(download.job)
  let rows = 0
  do {
    cli.signal.throwIfAborted()
    if (!(await isWritten(await readPage(download, rows)))) return
    rows += rowsPerPage
  } while (rows < download.job.processed)
}

export function refuseRunning(job: RemoteJob): void {
  if (hasEnded(job)) return
  throw new CommandRefused(
    `Job ${job.id} has not ended. Wait for it: npx enrich jobs watch ${job.id}`,
  )
}

/** False when nobody reads on, as behind `| head`: that is an end like any other. */
export function isWritten(page: Uint8Array): Promise<boolean> {
  const { stdout } = process
  return new Promise((resolve, reject) => {
    // A pipe that is closed tells it as an event as well, which would end the process.
    if (stdout.listenerCount('error') === 0) stdout.on('error', () => {})
    stdout.write(page, (error) => {
      if (!error) resolve(true)
      else if (errorCodeOf(error) === 'EPIPE') resolve(false)
      else reject(error)
    })
  })
}

/** A state of another job or format is not taken over. */
async function stateOf(file: string, { job, format }: Download): Promise<DownloadState> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const stored = stateSchema.safeParse(text === '' ? null : parsed(text))
  const fits = stored.success && stored.data.job === job.id && stored.data.format === format
  return fits ? stored.data : { job: job.id, format, rows: 0, bytes: 0 }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Bytes behind the last whole page were not finished, and are cut off. */
async function openAt(part: string, bytes: number): Promise<FileHandle> {
  const out = await open(part, bytes === 0 ? 'w' : 'r+')
  const { size } = await out.stat()
  if (size >= bytes) {
    await out.truncate(bytes)
    return out
  }
  await out.close()
  throw new CommandRefused(`${part} is shorter than it was. Delete it and ${part}.json.`)
}

type ResultsQuery = Omit<Download, 'file'>

async function readPage({ remote, job, format }: ResultsQuery, after: number): Promise<Buffer> {
  const { text } = await remote.ask({
    method: 'GET',
    path: `${pathOf(job.id)}/results`,
    query: { format, after: String(after), limit: String(rowsPerPage) },
    headers: { accept: '*/*' },
  })
  const isFirst = after === 0
  const isLast = after + rowsPerPage >= job.processed
  if (format === 'csv') return Buffer.from(isFirst ? text : text.slice(headEnd(text)))
  if (format === 'json') return Buffer.from(pageOfList(text, { isFirst, isLast }))
  checkCount(text, Math.min(rowsPerPage, job.processed - after))
  return Buffer.from(text)
}

/** Every page is a list; together they are one. */
function pageOfList(
  text: string,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): string {
  return `${isFirst ? '[' : ','}${text.trim().slice(1, -1)}${isLast ? ']' : ''}`
}

/** Where the first record of a CSV ends; a header of somebody's own may hold line breaks. */
function headEnd(text: string): number {
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') quoted = !quoted
    else if (text[at] === '\n' && !quoted) return at + 1
  }
  return text.length
}

function checkCount(text: string, rows: number): void {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  if (count === rows) return
  throw new CommandRefused(`The service gave ${count} rows in place of ${rows}. Try it again.`)
}
