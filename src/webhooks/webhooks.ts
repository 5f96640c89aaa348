import type { Queryable } from '../db/pool.ts'
import { newId } from '../ids.ts'
import type { WebhookEventType } from './events.ts'
import { rollSecret } from './secrets.ts'

export const webhooksMax = 20

export interface Webhook {
  readonly id: string
  readonly url: string
  readonly events: readonly WebhookEventType[]
  readonly created_at: string
}

/** Null when the account has as many as it may. */
export async function createWebhook(
  client: Queryable,
  accountId: string,
  wanted: Pick<Webhook, 'url' | 'events'>,
): Promise<(Webhook & { readonly secret: string }) | null> {
  const id = newId('webhook')
  // Locked, so that of two at once the second one counts the first.
  await client.query('select from accounts where id = $1 for update', [accountId])
  const { rows } = await client.query<{ created_at: Date }>(
    `insert into webhooks (id, account_id, url, events, created_at)
      select $1, $2, $3, $4, now()
      where (select count(*) from webhooks where account_id = $2) < $5 returning created_at`,
    [id, accountId, wanted.url, wanted.events, webhooksMax],
  )
  const [row] = rows
  if (!row) return null
  const secret = await rollSecret(client, id)
  return { id, ...wanted, created_at: row.created_at.toISOString(), secret }
}

export async function listWebhooks(client: Queryable, accountId: string): Promise<Webhook[]> {
  const { rows } = await client.query<Omit<Webhook, 'created_at'> & { created_at: Date }>(
    `select id, url, events, created_at from webhooks where account_id = $1
      order by created_at, id`,
    [accountId],
  )
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

export async function findWebhook(
  client: Queryable,
  accountId: string,
  id: string,
): Promise<{ readonly id: string; readonly url: string } | null> {
  const { rows } = await client.query<{ id: string; url: string }>(
    'select id, url from webhooks where account_id = $1 and id = $2',
    [accountId, id],
  )
  return rows[0] ?? null
}

/** Deletes a webhook with its secrets and undelivered events. */
export async function deleteWebhook(
  client: Queryable,
  accountId: string,
  id: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `with gone as (delete from webhooks where account_id = $1 and id = $2 returning id),
      secrets as (delete from webhook_secrets where owner in (select id from gone)),
      deliveries as (delete from webhook_deliveries where owner in (select id from gone))
      select from gone`,
    [accountId, id],
  )
  return rowCount === 1
}
