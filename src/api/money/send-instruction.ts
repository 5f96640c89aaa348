import { recordOf } from '../../log/record.ts'
import type { Reply } from '../../log/replies/reply-channel.ts'
import type { Instruction } from '../../messages/instructions.ts'
import type { ApiContext } from '../context.ts'

type WithoutReply<T> = T extends Instruction ? Omit<T, 'reply_to'> : never

/** Puts an instruction on the log and waits for the reply; null when none came in time. */
export async function sendInstruction(
  context: ApiContext,
  instruction: WithoutReply<Instruction>,
): Promise<Reply | null> {
  const { log, codec, replies } = context.runtime()
  const expected = replies.expect(context.config.syncTimeoutMs)
  try {
    await log.append([
      await recordOf(codec, 'orders', { ...instruction, reply_to: expected.replyTo }),
    ])
  } catch (error) {
    expected.cancel()
    throw error
  }
  const reply = await expected.reply
  if (reply?.type === 'settled') context.accounts.saw(reply.entry)
  return reply
}

/**
 * Puts an instruction on the log and waits until it is settled and the account's views show it,
 * within the usual patience: the caller's next read is then up to date. True if it was settled in
 * time.
 */
export async function settleInstruction(
  context: ApiContext,
  instruction: WithoutReply<Instruction>,
): Promise<boolean> {
  const reply = await sendInstruction(context, instruction)
  await context.accounts.current(instruction.account_id)
  return reply !== null && reply.type !== 'dead_letter'
}
