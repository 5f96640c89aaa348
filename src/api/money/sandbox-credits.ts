import type { Pool } from '../../db/pool.ts'
import type { Notices } from '../../notices.ts'

/**
 * Credits that cost nothing do not become money when Stripe is turned on, so the operator is told
 * at start what of them may still stand. It is an upper bound: sandbox credits count as the last
 * that an account spends.
 */
export async function tellSandboxCredits(pool: Pool, notices: Notices): Promise<void> {
  const { rows } = await pool.query<{ accounts: number; cents: number }>(
    `select count(*)::int as accounts, coalesce(sum(least(b.balance_cents, o.cents)), 0)::float8 as cents
      from (select account_id, sum(amount_cents) as cents from orders
        where provider = 'sandbox' and paid_at is not null group by account_id) o
      join balances b using (account_id) where b.balance_cents > 0`,
  )
  const [{ accounts, cents } = { accounts: 0, cents: 0 }] = rows
  if (accounts > 0) notices.tell('sandbox_credits', 'all', { accounts, cents_at_most: cents })
}
