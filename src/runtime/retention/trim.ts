import type { Pool } from '../../db/pool.ts'
import { dropOldAnswers } from '../../enrichment/live/kept-answers.ts'
import { errorText } from '../../errors.ts'
import { topicNames, topics } from '../../messages/topics.ts'
import type { Report } from '../../report.ts'
import { dropBrokenUploads, expireJobs } from './expire.ts'

const everyMs = 600_000
const brokenEveryMs = 15_000
const rowsPerStatement = 5_000
const statementsPerRun = 200
/**
 * Answers are kept for retries and for /requests/{id}: longer than the 24 hours that are
 * promised.
 */
export const resultsKeptMs = 7 * 24 * 3_600_000

/** Retries of requests that are no paid calls: twice the 24 hours that are promised. */
const keptAnswersMs = 2 * 24 * 3_600_000
/** The log of attempts, for whoever looks for what went wrong. */
const deliveriesKeptMs = 30 * 24 * 3_600_000
/** An account's security log. */
const accountEventsKeptMs = 90 * 24 * 3_600_000

/** Where accounts have logged in from (api/accounts/known-devices.ts). */
const knownDevicesKeptMs = 180 * 24 * 3_600_000

const liveAnswerEnd = 'coalesce(expires_at, claimed_until)'

interface Trimming {
  /** Whether the log lies in this Postgres; Kafka trims its own. */
  readonly log: boolean
  readonly jobResultsDays: number
}

/** Deletes what is older than its retention, in small statements, so that nobody waits for it. */
export function openTrimming(pool: Pool, report: Report, trimming: Trimming) {
  const all = repeat(everyMs, () => trim(pool, trimming), report)
  const broken = repeat(brokenEveryMs, () => dropBrokenUploads(pool), report)
  return {
    async close(): Promise<void> {
      await Promise.all([all.close(), broken.close()])
    },
  }
}

/** Never twice at once, however long it takes. */
function repeat(everyMs: number, act: () => Promise<void>, report: Report) {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= act()
      .catch((error) => report('trim_failed', { error: errorText(error) }))
      .finally(() => {
        running = null
      })
  }, everyMs)
  return {
    async close(): Promise<void> {
      clearInterval(timer)
      await running
    },
  }
}

async function trim(pool: Pool, { log, jobResultsDays }: Trimming): Promise<void> {
  for (const topic of log ? topicNames : []) {
    const { retentionMs } = topics[topic]
    if (retentionMs === null) continue
    // The last row of a partition stays: it tells a restart which offset comes next.
    const followed = `and exists (select from log."${topic}" later
      where later.partition = old.partition and later.off > old.off)`
    await trimTable(pool, { table: `log."${topic}"`, time: 'appended_at', followed }, retentionMs)
  }
  await expireJobs(pool, jobResultsDays)
  await trimTable(pool, { table: 'results', time: 'stored_at' }, resultsKeptMs)
  await trimTable(pool, { table: 'chunk_places', time: 'stored_at' }, resultsKeptMs)
  await trimTable(pool, { table: 'kept_answers', time: 'claimed_at' }, keptAnswersMs)
  await trimTable(pool, { table: 'accepted', time: 'accepted_at' }, resultsKeptMs)
  await trimTable(pool, { table: 'webhook_deliveries', time: 'created_at' }, deliveriesKeptMs)
  await trimTable(pool, { table: 'webhook_secrets', time: 'expires_at' }, 0)
  await trimTable(pool, { table: 'account_events', time: 'last_at' }, accountEventsKeptMs)
  await trimTable(pool, { table: 'sessions', time: 'expires_at' }, 0)
  await trimTable(pool, { table: 'account_links', time: 'expires_at' }, 0)
  await trimTable(pool, { table: 'tickets', time: 'expires_at' }, 0)
  await trimTable(pool, { table: 'live_answers', time: liveAnswerEnd }, 0)
  await dropOldAnswers(pool)
  await trimTable(pool, { table: 'known_devices', time: 'last_at' }, knownDevicesKeptMs)
}

/** Names from this file, never input. */
interface Trimmed {
  readonly table: string
  readonly time: string
  readonly followed?: string
}

async function trimTable(pool: Pool, trimmed: Trimmed, keptMs: number): Promise<void> {
  const { table, time, followed = '' } = trimmed
  for (let run = 0; run < statementsPerRun; run += 1) {
    const { rowCount } = await pool.query(
      `delete from ${table} where ctid in (select ctid from ${table} old
        where ${time} < now() - $1 * interval '1 millisecond' ${followed}
        limit ${rowsPerStatement})`,
      [keptMs],
    )
    if ((rowCount ?? 0) < rowsPerStatement) return
  }
}
