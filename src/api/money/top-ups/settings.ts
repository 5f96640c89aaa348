import type { Pool, Queryable } from '../../../db/pool.ts'

/** How an account buys credits by itself: infra/LEDGER.md, "Credits that buy themselves". */
export interface AutoTopUp {
  readonly below_cents: number
  readonly amount_cents: number
  readonly month_limit_cents: number
  readonly not_before: Date | null
  readonly stopped_because: StopReason | null
  readonly stopped_at: Date | null
  readonly customer_id: string | null
  readonly payment_method_id: string | null
  readonly card: SavedCard | null
  /** Bought so in this month, by UTC. */
  readonly month_cents: number
}

export interface SavedCard {
  readonly brand: string
  readonly last4: string
  /** `2029-11` */
  readonly expires: string
}

export const stopReasons = ['declined', 'disputed', 'unknown'] as const
export type StopReason = (typeof stopReasons)[number]

export interface TopUpTerms {
  readonly below_cents: number
  readonly amount_cents: number
  readonly month_limit_cents: number
}

/** A declined one costs nothing; one that is under way counts, as it may be paid. */
export const monthCents = `(select coalesce(sum(o.amount_cents), 0) from top_ups t
  join orders o on o.id = t.order_id
  where t.account_id = a.account_id and t.created_at >= date_trunc('month', now(), 'UTC')
    and t.outcome is distinct from 'declined')::int`

export async function findAutoTopUp(
  client: Queryable,
  accountId: string,
): Promise<AutoTopUp | null> {
  const { rows } = await client.query<AutoTopUp>(
    `select below_cents, amount_cents, month_limit_cents, not_before, stopped_because, stopped_at,
        customer_id, payment_method_id, card, ${monthCents} as month_cents
      from auto_top_ups a where account_id = $1`,
    [accountId],
  )
  return rows[0] ?? null
}

/** On from now, whatever has stopped it. */
export async function turnOn(pool: Pool, accountId: string, terms: TopUpTerms): Promise<void> {
  await pool.query(
    `insert into auto_top_ups (account_id, below_cents, amount_cents, month_limit_cents)
      select id, $2, $3, $4 from accounts where id = $1
      on conflict (account_id) do update set below_cents = $2, amount_cents = $3,
        month_limit_cents = $4, not_before = null, stopped_because = null, stopped_at = null`,
    [accountId, terms.below_cents, terms.amount_cents, terms.month_limit_cents],
  )
}

/** Off, and its card is to be forgotten. False when it was off. */
export async function turnOff(pool: Pool, accountId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with gone as (delete from auto_top_ups where account_id = $1 returning payment_method_id),
        cards as (insert into cards_to_forget (payment_method_id)
          select payment_method_id from gone where payment_method_id is not null
          on conflict do nothing)
      select from gone`,
    [accountId],
  )
  return rowCount === 1
}

/** Until its holder turns it on again. False when it is off or stopped already. */
export async function stopTopUps(
  client: Queryable,
  accountId: string,
  because: StopReason,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update auto_top_ups set stopped_because = $2, stopped_at = now()
      where account_id = $1 and stopped_because is null`,
    [accountId, because],
  )
  return rowCount === 1
}

interface NewCard {
  readonly customerId: string
  readonly paymentMethodId: string
  readonly card: SavedCard
  readonly savedAt: Date
}

/**
 * Takes the place of the one before, unless that was saved later: events come in any order, and
 * again. Another card is the answer to one that was declined.
 */
export async function saveCard(pool: Pool, accountId: string, given: NewCard): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with before as (select payment_method_id from auto_top_ups where account_id = $1
          and (card_saved_at is null or card_saved_at <= $5)),
        cards as (insert into cards_to_forget (payment_method_id)
          select payment_method_id from before where payment_method_id <> $3
          on conflict do nothing)
      update auto_top_ups set customer_id = $2, payment_method_id = $3, card = $4,
        card_saved_at = $5,
        stopped_because = nullif(stopped_because, 'declined'),
        stopped_at = case when stopped_because = 'declined' then null else stopped_at end
      where account_id = $1 and (card_saved_at is null or card_saved_at <= $5)`,
    [
      ...[accountId, given.customerId, given.paymentMethodId],
      ...[JSON.stringify(given.card), given.savedAt],
    ],
  )
  return rowCount === 1
}

/** Whether a page to save a card may be opened: not again within seconds. */
export async function claimCardPage(pool: Pool, accountId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update auto_top_ups set card_asked_at = now() where account_id = $1
      and (card_asked_at is null or card_asked_at < now() - interval '5 seconds')`,
    [accountId],
  )
  return rowCount === 1
}
