import type { Queryable } from '../db/pool.ts'
import { sha256 } from '../ledger/canonical.ts'
import type { SentType, WebhookEventType } from './events.ts'
import { ownerOfJobs } from './events.ts'

export interface WebhookEvent {
  readonly accountId: string
  readonly type: WebhookEventType
  /** The same for the same event, however often it is told: it is delivered once to each target. */
  readonly id: string
  readonly at: string
  readonly payload: unknown
  /** A target beside the account's webhooks, such as the one that a job names. */
  readonly url?: string | null
}

/** Views may be folded anew from the whole log: what happened long ago is then not told again. */
const tellableDays = 3
/** A webhook hears of what happens after it was made; clocks differ. */
const clocksDifferByMinutes = 10

/** Puts an event on its way, in the transaction of what it tells about. */
export async function enqueueWebhook(client: Queryable, event: WebhookEvent): Promise<void> {
  const { accountId, type, at, url } = event
  const { rows } = await client.query<{ id: string; url: string }>(
    `select id, url from webhooks where account_id = $1 and $2 = any (events)
        and created_at <= $3::timestamptz + $4 * interval '1 minute'
        and $3::timestamptz > now() - $5 * interval '1 day'`,
    [accountId, type, at, clocksDifferByMinutes, tellableDays],
  )
  for (const webhook of rows) {
    await insertDelivery(client, { ...event, owner: webhook.id, url: webhook.url })
  }
  const recent = Date.parse(at) > Date.now() - tellableDays * 24 * 3_600_000
  if (url && recent) await insertDelivery(client, { ...event, owner: ownerOfJobs(accountId), url })
}

export interface NewDelivery {
  readonly accountId: string
  readonly owner: string
  readonly url: string
  readonly type: SentType
  readonly id: string
  readonly at: string
  readonly payload: unknown
}

export async function insertDelivery(client: Queryable, delivery: NewDelivery): Promise<string> {
  const { accountId, owner, url, type, id: eventId, at, payload } = delivery
  const lane = `${owner} ${url}`
  const id = `dlv_${sha256(`${lane}\n${eventId}`).slice(0, 24)}`
  const body = JSON.stringify({ type, timestamp: at, data: payload })
  await client.query(
    `insert into webhook_deliveries
        (id, account_id, owner, lane, event_id, type, url, body, created_at, next_attempt_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, now(), now()) on conflict (id) do nothing`,
    [id, accountId, owner, lane, eventId, type, url, body],
  )
  return id
}
