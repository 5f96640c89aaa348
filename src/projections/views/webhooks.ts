import type { Queryable } from '../../db/pool.ts'
import { column } from '../../db/pool.ts'
import { showJob } from '../../jobs/job.ts'
import { findJob } from '../../jobs/store.ts'
import type { Entry, EntryOf } from '../../ledger/entry.ts'
import { refusedJobOf } from '../../messages/job-chunks.ts'
import { enqueueWebhook } from '../../webhooks/enqueue.ts'
import type { LowData, PurchasedData } from '../../webhooks/event-data.ts'
import type { View } from '../projection.ts'

/**
 * The events that tell accounts of their money and their jobs. Ids follow from the entries, so that
 * folding them again tells nobody twice. It comes after the view of jobs, whose state it tells.
 */
export const openWebhooksView = (baseUrl: string): View => ({
  name: 'webhooks',
  async apply(client, { entries }) {
    for (const entry of entries) {
      const jobId = endedJobOf(entry)
      if (jobId !== null) await tellJob(client, entry, { jobId, baseUrl })
    }
    const purchases = entries.filter((entry) => entry.type === 'CreditsPurchased')
    for (const entry of purchases) await tellPurchase(client, entry)
    const falling = entries.filter(({ credits_delta_cents: delta }) => delta < 0)
    if (falling.length > 0) await tellLow(client, falling)
  },
})

/** The job that ends with this entry: released at its end, or refused at its start. */
function endedJobOf(entry: Entry): string | null {
  if (entry.type === 'ReservationReleased') return entry.details.job_id
  return entry.type === 'ChargeRefused' ? refusedJobOf(entry.command_id) : null
}

/** Nothing is told of a job that was deleted meanwhile. */
async function tellJob(
  client: Queryable,
  entry: Entry,
  { jobId, baseUrl }: { readonly jobId: string; readonly baseUrl: string },
): Promise<void> {
  const job = await findJob(client, entry.account_id, jobId)
  if (!job) return
  await enqueueWebhook(client, {
    type: 'job.finished',
    accountId: entry.account_id,
    id: eventId('job', entry),
    at: entry.at,
    payload: showJob(job, baseUrl, Date.parse(entry.at)),
    url: job.webhookUrl,
  })
}

async function tellPurchase(client: Queryable, entry: EntryOf<'CreditsPurchased'>): Promise<void> {
  const { order_id, amount_cents } = entry.details
  await enqueueWebhook(client, {
    type: 'credits.purchased',
    accountId: entry.account_id,
    id: eventId('purchased', entry),
    at: entry.at,
    payload: {
      order_id,
      amount_cents,
      balance_cents: entry.balance_cents,
      ledger: headOf(entry),
    } satisfies PurchasedData,
  })
}

/** Once for each crossing: the entry before it stood at or above the threshold. */
async function tellLow(client: Queryable, falling: readonly Entry[]): Promise<void> {
  const { rows } = await client.query<{ id: string; low_credits_cents: string }>({
    name: 'thresholds',
    text: `select id, low_credits_cents from accounts where low_credits_cents is not null
        and id in (select string_to_table($1, e'\\n'))`,
    values: [column([...new Set(falling.map(({ account_id }) => account_id))])],
  })
  if (rows.length === 0) return
  const thresholds = new Map(rows.map((row) => [row.id, Number(row.low_credits_cents)]))
  for (const entry of falling) {
    const threshold = thresholds.get(entry.account_id)
    if (threshold === undefined || entry.balance_cents >= threshold) continue
    if (entry.balance_cents - entry.credits_delta_cents < threshold) continue
    await enqueueWebhook(client, {
      type: 'credits.low',
      accountId: entry.account_id,
      id: eventId('low', entry),
      at: entry.at,
      payload: {
        balance_cents: entry.balance_cents,
        threshold_cents: threshold,
        ledger: headOf(entry),
      } satisfies LowData,
    })
  }
}

function eventId(what: string, { hash }: Entry): string {
  return `evt_${what}_${hash.slice(0, 32)}`
}

function headOf({ seq, hash }: Entry) {
  return { seq, hash }
}
