import { recordOf } from '../../log/record.ts'
import type { Order } from '../../messages/orders.ts'
import type { Reply } from '../../replies/reply-channel.ts'
import type { ApiContext } from '../context.ts'

type WithoutReply<T> = T extends Order ? Omit<T, 'reply_to'> : never

/**
 * Puts an order on the log and waits for the reply, within the usual patience. Null says nothing.
 */
export async function sendOrder(
  context: ApiContext,
  order: WithoutReply<Order>,
): Promise<Reply | null> {
  const { log, codec, replies } = context.runtime()
  const expected = replies.expect(context.config.syncTimeoutMs)
  try {
    await log.append([await recordOf(codec, 'orders', { ...order, reply_to: expected.replyTo })])
  } catch (error) {
    expected.cancel()
    throw error
  }
  const reply = await expected.reply
  if (reply?.type === 'settled') context.accounts.saw(reply.entry)
  return reply
}

/**
 * Puts an order on the log and waits until it is settled and the account's views show it, within
 * the usual patience: what the caller reads next is then up to date. True if it was settled in
 * time.
 */
export async function settleOrder(
  context: ApiContext,
  order: WithoutReply<Order>,
): Promise<boolean> {
  const reply = await sendOrder(context, order)
  await context.accounts.current(order.account_id)
  return reply !== null && reply.type !== 'dead_letter'
}
