import type { Queryable } from '../db/pool.ts'
import type { Claimed } from './claim.ts'

const dayMs = 86_400_000

/**
 * Whether a target that has just refused an event has taken nothing for a day: the event is that
 * old, and no other one was delivered there since. Asked only after a failure.
 */
export async function takesNothing(
  client: Queryable,
  { owner, url, createdAt }: Pick<Claimed, 'owner' | 'url' | 'createdAt'>,
  at: Date,
): Promise<boolean> {
  const dayBefore = new Date(at.getTime() - dayMs)
  if (createdAt > dayBefore) return false
  const { rowCount } = await client.query(
    `select from webhook_deliveries d join webhook_attempts a on a.delivery_id = d.id
      where d.owner = $1 and d.url = $2 and d.status = 'delivered' and a.at > $3 limit 1`,
    [owner, url, dayBefore],
  )
  return rowCount === 0
}
