import type { Queryable } from '../db/pool.ts'
import { column } from '../db/pool.ts'
import type { Entry, EntryOf } from '../ledger/entry.ts'
import { enqueueWebhook } from '../webhooks/enqueue.ts'
import type { View } from './projection.ts'

/**
 * What accounts are told of their money. Ids follow from the entries, so that folding them again
 * tells nobody twice.
 */
export const webhooksView: View = {
  name: 'webhooks',
  async apply(client, { entries }) {
    const purchases = entries.filter((entry) => entry.type === 'CreditsPurchased')
    for (const entry of purchases) await tellPurchase(client, entry)
    const falling = entries.filter(({ credits_delta_cents: delta }) => delta < 0)
    if (falling.length > 0) await tellLow(client, falling)
  },
}

async function tellPurchase(client: Queryable, entry: EntryOf<'CreditsPurchased'>): Promise<void> {
  const { order_id, amount_cents } = entry.details
  await enqueueWebhook(client, {
    type: 'credits.purchased',
    accountId: entry.account_id,
    id: eventId('purchased', entry),
    at: entry.at,
    payload: { order_id, amount_cents, balance_cents: entry.balance_cents, ledger: headOf(entry) },
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
      },
    })
  }
}

function eventId(what: string, { hash }: Entry): string {
  return `evt_${what}_${hash.slice(0, 32)}`
}

function headOf({ seq, hash }: Entry) {
  return { seq, hash }
}
