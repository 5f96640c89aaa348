import { recordOf } from '../../log/record.ts'
import type { Reply, ReplyPath } from '../../log/replies/reply-channel.ts'
import type { ApiContext } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { ProblemSignal, statusOfGone } from '../http/exchange.ts'
import { readPrefer } from '../http/prefer.ts'
import type { Asked, Work } from './asked.ts'
import { accept, commandOf, setApplied } from './asked.ts'
import { askUnderCap, noteSettled } from './cap.ts'
import { answerByExample, refusalBefore, sendSettled } from './charge.ts'
import { commandIdOf, fingerprintOf, readIdempotencyKey } from './idempotency.ts'
import { answerFromViews, replayEarlier, replaySettled } from './replay.ts'

/** A key whose calls were refused this often is worn out. */
const attemptsMax = 100

/**
 * Puts a paid question on the log and answers with what comes back. Under an Idempotency-Key the
 * command id derives from the key, so that a retry is the same command; a refused attempt does
 * not use the key up, and the next one is a command of its own. A caller who has hung up by then
 * is asked nothing and charged nothing.
 */
export async function ask(context: ApiContext, exchange: Exchange, work: Work): Promise<void> {
  if (work.caller.key?.isTest) return answerByExample(context, exchange, work)
  const runtime = context.runtime()
  const preferences = readPrefer(exchange.header('prefer'))
  const key = readIdempotencyKey(exchange)
  const parts = { context, runtime, exchange, work, preferences }
  if (key === null) {
    const refusal = await refusalBefore(context, work)
    if (refusal) throw refusal
    await askOnce({ commandId: exchange.commandId, fingerprint: null, ...parts })
    return
  }
  const fingerprint = fingerprintOf(exchange, work.body)
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const commandId = commandIdOf(work.caller.accountId, key, attempt)
    if (await askUnderKey({ commandId, fingerprint, ...parts })) return
  }
  throw new ProblemSignal('idempotency_key_reused', 'This Idempotency-Key was refused too often.')
}

/** False when this attempt was made before and refused: the next one is to be tried. */
async function askUnderKey(asked: Asked): Promise<boolean> {
  const { context, work } = asked
  const earlier = await replayEarlier(asked)
  if (earlier !== 'unknown') return earlier === 'answered'
  const refusal = await refusalBefore(context, work)
  if (!refusal) return askOnce(asked)
  // This very command may have spent it, a moment before the views show it.
  await context.accounts.current(work.caller.accountId)
  const now = await replayEarlier(asked)
  if (now === 'unknown') throw refusal
  return now === 'answered'
}

/** Registers the waiter, appends the command, and answers with the reply, or with 202. */
async function askOnce(asked: Asked): Promise<boolean> {
  if (asked.exchange.gone) {
    asked.exchange.empty(statusOfGone)
    return true
  }
  return askUnderCap(asked, askNow)
}

async function askNow(asked: Asked): Promise<boolean> {
  const { context, runtime, preferences } = asked
  const { respondAsync, waitMs } = preferences
  const patienceMs = waitMs ?? (respondAsync ? 0 : context.config.syncTimeoutMs)
  const expected = patienceMs === 0 ? null : runtime.replies.expect(patienceMs)
  const unawaited = expected ? null : runtime.replies.follow()
  const deadline = performance.now() + patienceMs
  const replyTo = (expected ?? unawaited)?.replyTo ?? null
  const appended = append(asked, replyTo).catch((error: Error) => {
    expected?.cancel()
    return error
  })
  const reply = expected ? await expected.reply : null
  if (expected && reply) return answer(asked, reply, expected.path())
  const followed = expected ? runtime.replies.follow(expected.replyTo) : unawaited
  const place = await appended
  if (place instanceof Error) {
    followed?.cancel()
    throw place
  }
  asked.exchange.inHandUntil = followed?.over ?? null
  const patience = deadline - performance.now()
  if (!(expected && (await answerFromViews(asked, patience)))) await accept(asked, place)
  return true
}

/** Gives the command's offset. */
async function append(asked: Asked, replyTo: string | null): Promise<number | null> {
  const { codec, log } = asked.runtime
  const command = await recordOf(codec, 'commands', commandOf(asked, replyTo))
  const [appended] = await log.append([command])
  return appended?.offset ?? null
}

async function answer(asked: Asked, reply: Reply, path: ReplyPath): Promise<boolean> {
  const { context, exchange } = asked
  if (reply.type === 'settled_before') return (await replaySettled(asked)) === 'answered'
  if (reply.type === 'dead_letter') {
    throw new ProblemSignal('internal_error', 'The call could not be settled. Nothing was charged.')
  }
  noteSettled(asked, reply.entry)
  context.metrics.reply(path)
  setApplied(asked, 'now')
  sendSettled(exchange, reply.entry, reply.answer)
  return true
}
