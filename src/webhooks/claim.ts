import type { Queryable } from '../db/pool.ts'
import type { Attempt } from './send.ts'

/** Longer than an attempt may take: then its process is gone, and another one takes it over. */
const leaseSeconds = 60
/** So many lanes of one account at once, so that many dead targets of one delay no other. */
const lanesPerAccount = 4

export interface Claimed {
  readonly id: string
  readonly accountId: string
  readonly owner: string
  readonly lane: string
  readonly eventId: string
  readonly url: string
  readonly body: string
  readonly createdAt: Date
  /** This one counted. */
  readonly attempt: number
}

export interface Busy {
  readonly lanes: readonly string[]
  readonly accounts: readonly string[]
}

/**
 * The oldest due delivery of each of some lanes that are not busy here. Other processes skip what
 * is being claimed, and until the lease is over what was claimed.
 */
export async function claimDue(
  client: Queryable,
  busy: Busy,
  limit: number,
): Promise<readonly Claimed[]> {
  const { rows } = await client.query<ClaimedRow>({
    name: 'claim-deliveries',
    text: `with due as (
        select distinct account_id, lane from webhook_deliveries
        where next_attempt_at <= now() and lane <> all ($1) and account_id <> all ($2)),
      turns as (
        select lane, row_number() over (partition by account_id order by random()) as turn
        from due),
      chosen as (
        select d.id from (select lane from turns where turn <= $3 order by random() limit $4) t,
        lateral (select id from webhook_deliveries
          where lane = t.lane and next_attempt_at <= now()
          order by next_attempt_at limit 1 for update skip locked) d)
      update webhook_deliveries w
      set attempts = attempts + 1, next_attempt_at = now() + $5 * interval '1 second'
      from chosen where w.id = chosen.id
      returning w.id, w.account_id, w.owner, w.lane, w.event_id, w.url, w.body,
        w.created_at, w.attempts`,
    values: [busy.lanes, busy.accounts, lanesPerAccount, limit, leaseSeconds],
  })
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    owner: row.owner,
    lane: row.lane,
    eventId: row.event_id,
    url: row.url,
    body: row.body,
    createdAt: row.created_at,
    attempt: row.attempts,
  }))
}

export interface Made {
  readonly attempt: Attempt
  readonly at: Date
  readonly tookMs: number
  readonly status: 'delivered' | 'pending' | 'failed'
  readonly pauseMs: number | null
}

/** The outcome of an attempt, and the time of the next one. */
export async function recordAttempt(
  client: Queryable,
  { id, attempt: number }: Claimed,
  { attempt, at, tookMs, status, pauseMs }: Made,
): Promise<void> {
  const answered = attempt.type === 'answered'
  await client.query({
    name: 'record-attempt',
    text: `with settled as (
        update webhook_deliveries
        set status = $2, next_attempt_at = now() + $3::bigint * interval '1 millisecond'
        where id = $1 returning id)
      insert into webhook_attempts (delivery_id, attempt, at, took_ms, status, error)
      select id, $4, $5, $6, $7, $8 from settled on conflict do nothing`,
    values: [
      ...[id, status, pauseMs, number, at, Math.round(tookMs)],
      ...[answered ? attempt.status : null, answered ? null : attempt.reason],
    ],
  })
}

/** An attempt that was broken off by our own end is none. */
export async function giveBack(client: Queryable, ids: readonly string[]): Promise<void> {
  await client.query(
    `update webhook_deliveries set attempts = attempts - 1, next_attempt_at = now()
      where id = any ($1)`,
    [ids],
  )
}

interface ClaimedRow {
  readonly id: string
  readonly account_id: string
  readonly owner: string
  readonly lane: string
  readonly event_id: string
  readonly url: string
  readonly body: string
  readonly created_at: Date
  readonly attempts: number
}
