import type { Pool } from '../../db/pool.ts'

/** An order with what became of it: the ledger's entry says that it is paid, nothing else does. */
export interface ListedOrder {
  readonly order_id: string
  readonly amount_cents: number
  readonly status: 'open' | 'paid'
  readonly provider: 'sandbox' | 'stripe'
  readonly created_at: string
  readonly paid_at: string | null
  readonly refunded_cents: number
  readonly checkout_url: string | null
  readonly ledger_entry: string | null
  readonly invoice_number: string | null
  readonly automatic: boolean
  /** Why an automatic one was not paid. */
  readonly failure: string | null
}

interface OrdersAsked {
  readonly accountId: string
  readonly id: string | null
  /** Where the page before ended: time and id. */
  readonly before: readonly [time: string, id: string] | null
  readonly limit: number
}

/** Newest first. */
export async function listOrders(pool: Pool, asked: OrdersAsked): Promise<readonly ListedOrder[]> {
  const { accountId, id, before, limit } = asked
  const { rows } = await pool.query<OrderRow>({
    name: 'list-orders',
    text: `select o.id, o.amount_cents, o.provider, o.checkout_url,
        date_trunc('milliseconds', o.created_at) as created_at, e.seq, e.at,
        e.entry::json ->> 'hash' as hash,
        (select coalesce(sum(cents), 0) from order_takings t
          where t.order_id = o.id and not t.returned)::int as refunded_cents,
        u.order_id is not null as automatic, u.outcome, u.reason
      from orders o left join top_ups u on u.order_id = o.id
      left join entries e on e.command_id = 'order:' || o.id and e.account_id = o.account_id
      where o.account_id = $1 and ($2::text is null or o.id = $2)
        and ($3::timestamptz is null
          or (date_trunc('milliseconds', o.created_at), o.id) < ($3, $4))
      order by date_trunc('milliseconds', o.created_at) desc, o.id desc limit $5`,
    values: [accountId, id, before?.[0] ?? null, before?.[1] ?? null, limit],
  })
  return rows.map(shownOf)
}

interface OrderRow {
  readonly id: string
  readonly amount_cents: number
  readonly provider: 'sandbox' | 'stripe'
  readonly checkout_url: string | null
  readonly created_at: Date
  readonly seq: string | null
  readonly at: string | null
  readonly hash: string | null
  readonly refunded_cents: number
  readonly automatic: boolean
  readonly outcome: string | null
  readonly reason: string | null
}

function shownOf(row: OrderRow): ListedOrder {
  const { seq, hash } = row
  const isPaid = seq !== null && hash !== null
  return {
    order_id: row.id,
    amount_cents: row.amount_cents,
    status: isPaid ? 'paid' : 'open',
    provider: row.provider,
    created_at: row.created_at.toISOString(),
    paid_at: row.at,
    refunded_cents: row.refunded_cents,
    checkout_url: isPaid ? null : row.checkout_url,
    ledger_entry: isPaid ? `${seq};${hash}` : null,
    // It names the entry, so that a number can be held against the ledger for ever.
    invoice_number: isPaid ? `${seq.padStart(6, '0')}-${hash.slice(0, 8)}` : null,
    automatic: row.automatic,
    failure: isPaid ? null : (row.reason ?? row.outcome),
  }
}
