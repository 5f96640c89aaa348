import type { Pool, Queryable } from '../../../db/pool.ts'
import { inTransaction } from '../../../db/pool.ts'
import { newId } from '../../../ids.ts'
import { monthCents, stopTopUps } from './settings.ts'

/** A purchase whose charge is not known to have ended. */
export interface TopUp {
  readonly order_id: string
  readonly account_id: string
  readonly amount_cents: number
  readonly customer_id: string | null
  readonly payment_method_id: string | null
  /** The provider's id of the charge, once it was told. */
  readonly payment_id: string | null
  readonly tries: number
}

export type Provider = 'sandbox' | 'stripe'

const atOnce = 8
/** Longer than a charge takes with its repetitions: meanwhile nobody else tries it. */
const leaseMinutes = 3

/** Accounts whose credits are below what they set, and that may buy some now. */
export async function findDue(pool: Pool, provider: Provider): Promise<readonly string[]> {
  const { rows } = await pool.query<{ account_id: string }>({
    name: 'due-top-ups',
    text: `select a.account_id from auto_top_ups a join balances b using (account_id)
      where a.stopped_because is null and b.balance_cents < a.below_cents
        and (a.not_before is null or a.not_before <= now())
        and ($1 = 'sandbox' or a.payment_method_id is not null)
        and not exists (select from top_ups t
          where t.account_id = a.account_id and t.ended_at is null)
      limit 100`,
    values: [provider],
  })
  return rows.map(({ account_id: id }) => id)
}

interface DueRow {
  readonly amount_cents: number
  readonly month_limit_cents: number
  readonly month_cents: number
  readonly customer_id: string | null
  readonly payment_method_id: string | null
}

/**
 * Orders credits for an account, under the lock of its settings, where everything is asked again:
 * above all that the ledger's views show the purchase before this one. Without that, credits that
 * were just bought would be bought once more. `spent_month`: its limit is reached.
 */
export function openTopUp(
  pool: Pool,
  accountId: string,
  provider: Provider,
): Promise<'opened' | 'not_due' | 'spent_month'> {
  return inTransaction(pool, async (client) => {
    const due = await lockDue(client, accountId)
    if (!due) return 'not_due'
    if (due.month_cents + due.amount_cents > due.month_limit_cents) {
      await client.query(
        `update auto_top_ups set
            not_before = date_trunc('month', now(), 'UTC') + interval '1 month'
          where account_id = $1`,
        [accountId],
      )
      return 'spent_month'
    }
    const id = newId('order')
    await client.query(
      `insert into orders (id, account_id, amount_cents, provider, created_at)
        values ($1, $2, $3, $4, now())`,
      [id, accountId, due.amount_cents, provider],
    )
    await client.query(
      `insert into top_ups (order_id, account_id, customer_id, payment_method_id)
        values ($1, $2, $3, $4)`,
      [id, accountId, due.customer_id, due.payment_method_id],
    )
    return 'opened'
  })
}

async function lockDue(client: Queryable, accountId: string): Promise<DueRow | null> {
  await client.query('select from auto_top_ups where account_id = $1 for update', [accountId])
  const { rows } = await client.query<DueRow>(
    `select a.amount_cents, a.month_limit_cents, ${monthCents} as month_cents, a.customer_id,
        a.payment_method_id
      from auto_top_ups a join balances b using (account_id)
      where account_id = $1 and a.stopped_because is null and b.balance_cents < a.below_cents
        and (a.not_before is null or a.not_before <= now())
        and not exists (select from (select * from top_ups t
            where t.account_id = a.account_id order by t.created_at desc limit 1) last
          where last.ended_at is null or last.outcome = 'paid' and not exists (
            select from entries e where e.account_id = last.account_id
              and e.command_id = 'order:' || last.order_id))`,
    [accountId],
  )
  return rows[0] ?? null
}

/** Those whose next try is due, for this process alone while the lease lasts. */
export async function takeDue(pool: Pool, provider: Provider): Promise<readonly TopUp[]> {
  const { rows } = await pool.query<TopUp>({
    name: 'take-top-ups',
    text: `update top_ups t set tries = tries + 1, next_try_at = now() + $2 * interval '1 minute'
      from orders o where o.id = t.order_id and t.order_id in (
        select order_id from top_ups d join orders p on p.id = d.order_id
          where d.ended_at is null and d.next_try_at <= now() and p.provider = $1
          order by d.next_try_at limit $3 for update of d skip locked)
      returning t.order_id, t.account_id, o.amount_cents, t.customer_id, t.payment_method_id,
        t.payment_id, t.tries`,
    values: [provider, leaseMinutes, atOnce],
  })
  return rows
}

/** The top-up of an order; null for an order that somebody pays himself. */
export async function findTopUp(
  pool: Pool,
  orderId: string,
): Promise<{ readonly account_id: string; readonly isOpen: boolean } | null> {
  const { rows } = await pool.query<{ account_id: string; isOpen: boolean }>(
    `select account_id, ended_at is null as "isOpen" from top_ups where order_id = $1`,
    [orderId],
  )
  return rows[0] ?? null
}

export async function putOff(pool: Pool, orderId: string, seconds: number): Promise<void> {
  await pool.query(
    `update top_ups set next_try_at = now() + $2 * interval '1 second'
      where order_id = $1 and ended_at is null`,
    [orderId, seconds],
  )
}

export async function rememberPayment(
  pool: Pool,
  orderId: string,
  paymentId: string,
): Promise<void> {
  await pool.query('update top_ups set payment_id = $2 where order_id = $1', [orderId, paymentId])
}

export interface Ending {
  readonly outcome: 'paid' | 'declined' | 'unknown'
  readonly reason?: string
}

/**
 * True for the one who ends it. That it was paid is the last word, whatever was thought before.
 */
export async function endTopUp(
  client: Queryable,
  orderId: string,
  { outcome, reason = '' }: Ending,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update top_ups set ended_at = now(), outcome = $2, reason = nullif($3, '')
      where order_id = $1 and (ended_at is null or $2 = 'paid' and outcome <> 'paid')`,
    [orderId, outcome, reason.slice(0, 200)],
  )
  return rowCount === 1
}

export interface BadEnd {
  readonly orderId: string
  readonly because: 'declined' | 'unknown'
  readonly reason: string
}

/**
 * No further one is tried before the holder says so: a card is not asked twice for nothing. That it
 * stopped and why the order was not paid are told at once, or neither is.
 */
export function stopAndEnd(
  pool: Pool,
  accountId: string,
  { orderId, because, reason }: BadEnd,
): Promise<{ readonly stopped: boolean; readonly ended: boolean }> {
  return inTransaction(pool, async (client) => ({
    stopped: await stopTopUps(client, accountId, because),
    ended: await endTopUp(client, orderId, { outcome: because, reason }),
  }))
}
