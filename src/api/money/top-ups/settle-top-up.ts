import { timestamp } from '../../../clock.ts'
import { recordAccountEvent } from '../../accounts/account-events.ts'
import type { ApiContext } from '../../context.ts'
import { topUpStoppedLetter } from '../../mail/letters.ts'
import { postToHolder } from '../../mail/post-link.ts'
import { creditOrder, findOrder, tellMismatch } from '../payments.ts'
import type { StopReason } from './settings.ts'
import { stopTopUps } from './settings.ts'
import { type BadEnd, endTopUp, stopAndEnd } from './under-way.ts'

interface Paid {
  readonly orderId: string
  readonly eventId: string
  readonly cents: number
  readonly currency: string
}

/**
 * A paid top-up is credited as every order is: once, whoever brings the word and how often. False
 * when it was not settled in time; whoever brought the word brings it again.
 */
export async function creditTopUp(context: ApiContext, paid: Paid): Promise<boolean> {
  const { orderId, eventId, cents, currency } = paid
  const { pool } = context.runtime()
  const order = await findOrder(pool, orderId)
  if (!order) return false
  if (cents !== order.amount_cents || currency !== 'usd') {
    const about = 'a top-up that is not its price'
    await tellMismatch(context, orderId, {
      event: eventId,
      told_cents: cents,
      told_currency: currency,
      about,
    })
    await endBadly(context, order.account_id, { orderId, because: 'unknown', reason: about })
    return true
  }
  if (!(await creditOrder(context, order, eventId))) return false
  await endTopUp(pool, orderId, { outcome: 'paid' })
  return true
}

/** The holder, and the operator where nobody knows what became of it, hear of it once. */
export async function endBadly(context: ApiContext, accountId: string, end: BadEnd): Promise<void> {
  const { orderId, because, reason } = end
  const { stopped, ended } = await stopAndEnd(context.runtime().pool, accountId, end)
  if (stopped) await tellStopped(context, accountId, because)
  if (ended && because === 'unknown') {
    context.notices.tell('top_up_unknown', orderId, { account_id: accountId, reason })
  }
}

export async function stopAndTell(
  context: ApiContext,
  accountId: string,
  because: StopReason,
): Promise<void> {
  const { pool } = context.runtime()
  if (await stopTopUps(pool, accountId, because)) await tellStopped(context, accountId, because)
}

/** Its holder hears of it by letter, in the console and in the security log. */
async function tellStopped(
  context: ApiContext,
  accountId: string,
  because: StopReason,
): Promise<void> {
  const { pool } = context.runtime()
  const event = { accountId, type: 'auto_top_up_stopped', detail: because } as const
  await recordAccountEvent(pool, { ...event, at: timestamp(), address: null })
  postToHolder(context, accountId, (baseUrl, to) => topUpStoppedLetter(baseUrl, to, because))
}
