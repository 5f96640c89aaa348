import type { Queryable } from '../db/pool.ts'

export interface DeliveryShown {
  readonly id: string
  readonly event_id: string
  readonly type: string
  readonly url: string
  readonly status: 'pending' | 'delivered' | 'failed'
  readonly created_at: string
  readonly next_attempt_at: string | null
  readonly attempts: readonly AttemptShown[]
}

interface AttemptShown {
  readonly attempt: number
  readonly at: string
  readonly took_ms: number
  readonly status: number | null
  readonly error: string | null
}

export interface Page {
  readonly owner: string
  readonly after: readonly [string, string] | null
  readonly limit: number
}

/** Attempts shown of one delivery: the newest, should somebody redeliver it for ever. */
const attemptsShown = 50

/** Newest first, each with its log of attempts. */
export async function listDeliveries(
  client: Queryable,
  { owner, after, limit }: Page,
): Promise<readonly DeliveryShown[]> {
  const { rows } = await client.query<DeliveryRow>(
    `select id, event_id, type, url, status, created_at, next_attempt_at,
        coalesce((select json_agg(json_build_object('attempt', a.attempt, 'at', a.at,
            'took_ms', a.took_ms, 'status', a.status, 'error', a.error) order by a.attempt)
          from (select * from webhook_attempts where delivery_id = d.id
            order by attempt desc limit $5) a), '[]') as attempts
      from webhook_deliveries d where owner = $1
        and ($2::timestamptz is null or (created_at, id) < ($2, $3))
      order by created_at desc, id desc limit $4`,
    [owner, after?.[0] ?? null, after?.[1] ?? null, limit, attemptsShown],
  )
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    attempts: row.attempts.map((each) => ({ ...each, at: new Date(each.at).toISOString() })),
  }))
}

/** Due at once, whatever came of it before. False when the owner has no such delivery. */
export async function redeliver(client: Queryable, owner: string, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `update webhook_deliveries set status = 'pending', next_attempt_at = now()
      where owner = $1 and id = $2`,
    [owner, id],
  )
  return rowCount === 1
}

interface DeliveryRow extends Omit<DeliveryShown, 'created_at' | 'next_attempt_at'> {
  readonly created_at: Date
  readonly next_attempt_at: Date | null
}
