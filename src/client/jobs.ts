import type { ApiAnswer } from './answer.ts'
import type { CallSettings, ClientSettings } from './call.ts'
import { callOperation } from './call.ts'
import type { Job, JobPreview, Operations } from './data/operations.ts'
import { pause, repeated } from './repeat.ts'
import type { ApiContent } from './send.ts'
import { readJson, textOfAnswer } from './send.ts'

/** Rows as an array, or a file of any form that the service reads. */
export type JobContent =
  | readonly unknown[]
  | ApiContent
  /** A file's path, in Node. */
  | { readonly path: string }
  /** Opens the content anew, so that it can be sent again when an answer is lost. */
  | (() => ApiContent | Promise<ApiContent>)

type UploadQuery = Operations['submitJob']['upload']
export type JobWishes = Omit<UploadQuery, 'dry_run'> & CallSettings

export interface JobWaiting {
  /** Is told each standing that differs from the one before. */
  readonly onProgress?: ((job: Job) => void) | undefined
  /** Default: a day. The job goes on when nobody waits. */
  readonly limitMs?: number | undefined
  readonly everyMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** One row of the results: every member of the single answer, or an `error` in its place. */
export interface JobResult extends Readonly<Record<string, unknown>> {
  readonly row: number
}

export interface JobPages {
  /** Rows behind this one: where a loop goes on that was left. */
  readonly after?: number | undefined
  /** How many are asked for at once; default 5,000. */
  readonly rowsPerPage?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Jobs {
  submit(source: JobContent, wishes?: JobWishes): Promise<Job>
  /** How the file would be read, and the price; nothing is begun. */
  preview(source: Exclude<JobContent, readonly unknown[]>, wishes?: JobWishes): Promise<JobPreview>
  /** The job once it has ended, however it did. */
  wait(id: string, waiting?: JobWaiting): Promise<Job>
  /** The results in the order of the rows, page behind page, each asked for when it is needed. */
  results(id: string, pages?: JobPages): AsyncGenerator<JobResult>
}

const uploadLimitMs = 30 * 60_000
const waitLimitMs = 24 * 3_600_000
const everyMsUsual = 1_000
const rowsPerPageUsual = 5_000

export function openJobs(settings: ClientSettings): Jobs {
  return {
    submit: (source, wishes = {}) => submitted<Job>(settings, source, wishes),
    preview: (source, wishes = {}) =>
      submitted<JobPreview>(settings, source, { ...wishes, dry_run: true }),
    wait: (id, waiting = {}) => waited(settings, id, waiting),
    results: (id, pages = {}) => resultsOf(settings, id, pages),
  }
}

async function submitted<T>(
  settings: ClientSettings,
  source: JobContent,
  { idempotencyKey, signal, headers, ...query }: UploadQuery & CallSettings,
): Promise<T> {
  const call = { idempotencyKey, signal, headers }
  const answer = isRows(source)
    ? await callOperation(settings, 'submitJob', { ...query, items: source }, call)
    : await callOperation(settings, 'submitJob', query, { ...call, ...uploading(source) })
  return (answer as ApiAnswer<T>).data // as: what the operation answers to such a question.
}

function uploading(source: Exclude<JobContent, readonly unknown[]>) {
  const limitMs = uploadLimitMs
  if (typeof source === 'function') return { open: source, repeatable: true, limitMs }
  if (source instanceof ReadableStream) return { open: () => source, repeatable: false, limitMs }
  if (typeof source === 'object' && 'path' in source) {
    return { open: () => fileAt(source.path), repeatable: true, limitMs }
  }
  return { open: () => source, repeatable: true, limitMs }
}

/** Loaded where it is needed: browsers have no files of this kind. */
async function fileAt(path: string): Promise<ReadableStream<Uint8Array>> {
  const { open } = await import('node:fs/promises')
  const file = await open(path)
  const chunks = file.createReadStream()[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
    cancel: () => file.close(),
  })
}

function isRows(source: JobContent): source is readonly unknown[] {
  return Array.isArray(source)
}

async function waited(
  settings: ClientSettings,
  id: string,
  { onProgress, limitMs = waitLimitMs, everyMs = everyMsUsual, signal }: JobWaiting,
): Promise<Job> {
  const end = performance.now() + limitMs
  for (let told = ''; ; ) {
    const call = { signal }
    // as: what the operation answers.
    const { data: job } = (await callOperation(settings, 'getJob', { id }, call)) as ApiAnswer<Job>
    const standing = `${job.status} ${job.processed}`
    if (standing !== told) onProgress?.(job)
    told = standing
    if (job.status !== 'queued' && job.status !== 'running') return job
    if (performance.now() + everyMs > end) throw new Error(`Job ${id} has not ended in time.`)
    await pause(everyMs, signal)
  }
}

async function* resultsOf(
  settings: ClientSettings,
  id: string,
  { after = 0, rowsPerPage = rowsPerPageUsual, signal }: JobPages,
): AsyncGenerator<JobResult> {
  for (let last = after; ; ) {
    const query = { id, format: 'ndjson', after: last, limit: rowsPerPage }
    // A page that broke off is asked for again: it is read whole before a row of it is given.
    const text = await repeated(async () => {
      // as: what the operation answers, whose body comes as it is.
      const page = (await callOperation(settings, 'getJobResults', query, { signal })) as Response
      return textOfAnswer(page, signal)
    }, settings)
    const rows = text.split('\n').filter((line) => line !== '')
    for (const line of rows) yield readJson(line) as JobResult // as: the service writes such rows.
    last += rows.length
    if (rows.length < rowsPerPage) return
  }
}
