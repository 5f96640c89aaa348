import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../../../db/pool.ts'
import { errorText } from '../../../errors.ts'
import type { Report } from '../../../report.ts'
import type { ApiContext } from '../../context.ts'
import type { Charged } from './charge.ts'
import { chargeCard, forgetCard } from './charge.ts'
import { creditTopUp, endBadly } from './settle-top-up.ts'
import type { Provider, TopUp } from './under-way.ts'
import { findDue, openTopUp, putOff, rememberPayment, takeDue } from './under-way.ts'

const pollMs = 1_000
const awayMs = 5_000
/** Doubled each time; together less than an hour, well within the day that Stripe knows a key. */
const firstPauseSeconds = 2
const triesMax = 11
const cardTriesMax = 50

/**
 * Buys credits for the accounts that asked for it, in any number of processes at once: each step
 * is claimed in the database before it is taken. It never ends a process, and stops with it.
 */
export function openTopUps(context: ApiContext, report: Report) {
  const stop = new AbortController()

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      const told = await once(context).catch((error: unknown) => errorText(error))
      if (told !== null && !stop.signal.aborted) report('top_ups_wait', { error: told })
      await sleep(told === null ? pollMs : awayMs, null, { signal: stop.signal }).catch(() => null)
    }
  }

  const running = run()
  return {
    /** A charge under way is not waited for: it is repeated under its own key after a restart. */
    async close(): Promise<void> {
      stop.abort()
      await Promise.race([running, sleep(1_000, null, { ref: false })])
    },
  }
}

/** One round; null when all went well. */
async function once(context: ApiContext): Promise<null> {
  const { pool } = context.runtime()
  const provider = context.config.stripe ? 'stripe' : 'sandbox'
  for (const accountId of await findDue(pool, provider)) {
    await openTopUp(pool, accountId, provider)
  }
  const due = await takeDue(pool, provider)
  await Promise.all(due.map((topUp) => settle(context, topUp, provider)))
  await forgetCards(context, pool)
  return null
}

async function settle(context: ApiContext, topUp: TopUp, provider: Provider): Promise<void> {
  const { order_id: orderId, account_id: accountId } = topUp
  const charged = provider === 'sandbox' ? paidOfSandbox(topUp) : await charge(context, topUp)
  if (charged.type === 'paid') {
    const { eventId, cents } = charged
    const isSettled = await creditTopUp(context, { orderId, eventId, cents, currency: 'usd' })
    if (!isSettled) await tryLater(context, topUp, 'it is paid, and was not settled')
  } else if (charged.type === 'declined') {
    const { reason } = charged
    await endBadly(context, accountId, { orderId, because: 'declined', reason })
  } else {
    const { paymentId, reason } = charged
    if (paymentId) await rememberPayment(context.runtime().pool, orderId, paymentId)
    await tryLater(context, topUp, reason)
  }
}

async function tryLater(context: ApiContext, topUp: TopUp, reason: string): Promise<void> {
  const { order_id: orderId, account_id: accountId, tries } = topUp
  if (tries >= triesMax) {
    await endBadly(context, accountId, { orderId, because: 'unknown', reason })
    return
  }
  await putOff(context.runtime().pool, orderId, firstPauseSeconds * 2 ** (tries - 1))
}

function paidOfSandbox({ order_id: id, amount_cents: cents }: TopUp): Charged {
  return { type: 'paid', eventId: `evt_sandbox_${id}`, cents }
}

async function charge({ config: { stripe } }: ApiContext, topUp: TopUp): Promise<Charged> {
  if (stripe) return chargeCard(stripe, topUp)
  return { type: 'doubtful', reason: 'Stripe is not configured', paymentId: null }
}

async function forgetCards({ config: { stripe } }: ApiContext, pool: Pool): Promise<void> {
  if (!stripe) return
  const { rows } = await pool.query<{ id: string }>({
    name: 'cards-to-forget',
    text: `update cards_to_forget set tries = tries + 1,
        next_try_at = now() + least(tries + 1, 60) * interval '1 minute'
      where payment_method_id in (select payment_method_id from cards_to_forget
        where next_try_at <= now() and tries < $1 limit 8 for update skip locked)
      returning payment_method_id as id`,
    values: [cardTriesMax],
  })
  for (const { id } of rows) {
    if (!(await forgetCard(stripe, id))) continue
    await pool.query('delete from cards_to_forget where payment_method_id = $1', [id])
  }
}
