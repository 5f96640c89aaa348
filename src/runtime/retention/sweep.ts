import type { Queryable } from '../../db/pool.ts'
import type { Topic } from '../../messages/topics.ts'

export interface Swept {
  readonly accountId: string
  /** Nothing of the account can be on its way any more: the last that held it together goes. */
  readonly isLast: boolean
  readonly log: boolean
}

const rowsPerStatement = 5_000

/** Where a job has been, the ledger still says; that of an upload without an end, only its row. */
const itsJobs = `job_id in (select id from jobs where account_id = $1
  union select job_id from job_progress where account_id = $1)`
const its = 'account_id = $1'

/** Tables with what is the holder's, and which rows are his. Those that others need come last. */
const holdings: readonly (readonly [table: string, condition: string])[] = [
  ['results', its],
  ['accepted', its],
  ['job_results', itsJobs],
  ['job_chunks', itsJobs],
  ['webhook_deliveries', its],
  ['webhooks', its],
  [
    'webhook_secrets',
    `owner = 'jobs:' || $1
      or owner not like 'jobs:%' and not exists (select from webhooks where id = owner)`,
  ],
  ['corrections', its],
  ['correction_versions', its],
  ['account_events', its],
  ['kept_answers', its],
  ['sessions', its],
  ['api_keys', its],
  ['accounts', 'id = $1'],
]

/** Topics that hold what the holder sent or was answered; on Kafka they expire. */
const told: readonly Topic[] = [
  'commands',
  'enrichments',
  'job-chunks',
  'corrections',
  'dead-letters',
]

/**
 * Deletes what is the holder's of a closed account, in small statements. It may be interrupted
 * anywhere and done again; balances, entries and usage are the ledger's, and stay.
 */
export async function sweep(client: Queryable, swept: Swept): Promise<void> {
  const { accountId, isLast, log } = swept
  for (const [table, condition] of holdings) await empty(client, { table, condition, accountId })
  await client.query(
    `update orders set checkout_url = null, fingerprint = null where account_id = $1`,
    [accountId],
  )
  // Until the last sweep the row says whose the rows of an upload are; it is no job any more.
  if (isLast) await client.query('delete from jobs where account_id = $1', [accountId])
  else await client.query(blankJobs, [accountId])
  for (const topic of log ? told : []) await eraseRecords(client, topic, accountId)
}

const blankJobs = `update jobs set submitted_at = null, reading = null, metadata = null,
  webhook_url = null, idempotency_key = null, fingerprint = null, request_id = ''
  where account_id = $1`

interface Emptied {
  readonly table: string
  readonly condition: string
  readonly accountId: string
}

async function empty(client: Queryable, { table, condition, accountId }: Emptied): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      `delete from ${table} where ctid in
        (select ctid from ${table} where ${condition} limit ${rowsPerStatement})`,
      [accountId],
    )
    if ((rowCount ?? 0) < rowsPerStatement) return
  }
}

/** The last row of a partition stays without its value: it tells which offset comes next. */
async function eraseRecords(client: Queryable, topic: Topic, accountId: string): Promise<void> {
  const followed = `exists (select from log."${topic}" later
    where later.partition = old.partition and later.off > old.off)`
  await client.query(
    `update log."${topic}" old set value = '' where key = $1 and value <> '' and not ${followed}`,
    [accountId],
  )
  const table = `log."${topic}"`
  await empty(client, { table: `${table} old`, condition: `key = $1 and ${followed}`, accountId })
}
