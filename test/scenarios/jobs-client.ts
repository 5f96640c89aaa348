import { until } from '../until.ts'
import type { Account, Reply, Sent } from './client.ts'
import { call, listAt, textAt } from './client.ts'
import type { RunningService } from './service.ts'

/** Jobs as a caller sees them. */
type Service = Pick<RunningService, 'url'>

export interface Job {
  readonly id: string
  readonly type: string
  readonly status: string
  readonly total: number
  readonly processed: number
  readonly matched: number
  readonly failed: number
  readonly charged_cents: number
  readonly free_calls_used: number
  readonly reserved_cents: number
  readonly started_at: string | null
  readonly finished_at: string | null
  readonly metadata: unknown
}

export type Row = Readonly<Record<string, unknown>>

const lines = [
  'NETFLIX.COM',
  'STARBUCKS STORE 123',
  'XQZV UNKNOWN PLACE',
  'UBER *TRIP',
  'REWE 4711',
]

/** A file of so many rows, in which every row says which one it is. */
export function csvOf(rows: number): string {
  const body = Array.from({ length: rows }, (_, index) => {
    return `r${index + 1},${lines[index % lines.length]} ${index % 97},-${index % 50}.25,note ${index}`
  })
  return `id,description,amount,note\n${body.join('\n')}\n`
}

export function submit(
  service: Service,
  account: Account,
  sent: Sent & { readonly type?: string; readonly query?: string },
): Promise<Reply> {
  const headers = { 'content-type': sent.type ?? 'text/csv', ...sent.headers }
  const where = `POST /jobs${sent.query ? `?${sent.query}` : ''}`
  return call(service, where, { ...sent, key: account.key, headers, limitMs: 60_000 })
}

/** Submits and gives the id; anything but 202 is an error. */
export async function begin(
  service: Service,
  account: Account,
  sent: Parameters<typeof submit>[2],
): Promise<string> {
  const reply = await submit(service, account, sent)
  if (reply.status !== 202) throw new Error(`POST /jobs: ${reply.status} ${reply.text}`)
  return textAt(reply.body, 'id')
}

export async function jobOf(service: Service, account: Account, id: string): Promise<Job> {
  const reply = await call(service, `GET /jobs/${id}`, { key: account.key })
  if (reply.status !== 200) throw new Error(`GET /jobs/${id}: ${reply.status} ${reply.text}`)
  return reply.body as Job // as: the schema of the answer is tested elsewhere.
}

export function isRunning({ status }: Job): boolean {
  return status === 'queued' || status === 'running'
}

export async function ended(service: Service, account: Account, id: string): Promise<Job> {
  const job = await until(
    `job ${id} has ended`,
    async () => {
      const now = await jobOf(service, account, id)
      return isRunning(now) ? null : now
    },
    180_000,
  )
  return job
}

export async function resultsOf(
  service: Service,
  account: Account,
  id: string,
  query = '',
): Promise<readonly Row[]> {
  const reply = await call(service, `GET /jobs/${id}/results${query}`, {
    key: account.key,
    limitMs: 60_000,
  })
  if (reply.status !== 200) throw new Error(`results: ${reply.status} ${reply.text}`)
  return reply.text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

export async function jobsOf(service: Service, account: Account): Promise<readonly unknown[]> {
  return listAt((await call(service, 'GET /jobs', { key: account.key })).body, 'data')
}
