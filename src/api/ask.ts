import type { Call } from '../ledger/prices.ts'
import { quote } from '../ledger/prices.ts'
import type { Command } from '../messages/commands.ts'
import type { Reply } from '../replies/reply-channel.ts'
import type { Runtime } from '../runtime.ts'
import type { Caller } from './authenticate.ts'
import { insufficientCredits, sendSettled } from './charge.ts'
import type { ApiContext } from './context.ts'
import type { Exchange } from './exchange.ts'
import { ProblemSignal } from './exchange.ts'
import { commandIdOf, fingerprintOf, readIdempotencyKey } from './idempotency.ts'
import type { Outcome } from './outcome.ts'
import { findOutcome, isExpired, leavesKeyUnused, waitForOutcome } from './outcome.ts'
import type { Preferences } from './prefer.ts'
import { appliedOf, readPrefer } from './prefer.ts'

/** Above this many waiting callers new ones are turned away instead of piling up. */
const waitersMax = 10_000
/** A key whose calls were refused this often is worn out. */
const attemptsMax = 100

/** The command without what `ask` adds: who asks, how the reply comes back, what makes it unique. */
type Enveloped =
  | 'version'
  | 'command_id'
  | 'account_id'
  | 'key_id'
  | 'request_id'
  | 'reply_to'
  | 'fingerprint'
  | 'at'
type WithoutEnvelope<T> = T extends Command ? Omit<T, Enveloped> : never
export type Question = WithoutEnvelope<Command>

export interface Work {
  readonly caller: Caller
  readonly question: Question
  readonly call: Call
  /** How many items the call may charge: what an account must be able to pay before any work. */
  readonly items: number
  /** The body as parsed: what the Idempotency-Key stands for. */
  readonly body: unknown
}

/**
 * Puts a paid question on the log and answers with what comes back: 1. a key that was used before is
 * answered as then; 2. who cannot pay is refused; 3. the waiter is registered, then the command
 * appended; 4. the reply, or what the views know, or 202.
 */
export async function ask(context: ApiContext, exchange: Exchange, work: Work): Promise<void> {
  const runtime = context.runtime()
  const preferences = readPrefer(exchange.header('prefer'))
  const key = readIdempotencyKey(exchange)
  if (runtime.replies.waiting >= waitersMax) throw overloaded()
  const fingerprint = key === null ? null : fingerprintOf(exchange, work.body)
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const commandId =
      key === null ? runtime.commandIds.next() : commandIdOf(work.caller.accountId, key, attempt)
    const asked = { context, runtime, exchange, work, preferences, commandId, fingerprint }
    const earlier =
      key === null ? null : await findOutcome(runtime.pool, work.caller.accountId, commandId)
    if (earlier && leavesKeyUnused(earlier)) continue
    if (earlier) return replay(asked, await complete(asked, earlier))
    await refuseEarly(context, work)
    const done = await askOnce(asked)
    if (done) return
  }
  throw new ProblemSignal('idempotency_key_reused', 'This Idempotency-Key was refused too often.')
}

interface Asked {
  readonly context: ApiContext
  readonly runtime: Runtime
  readonly exchange: Exchange
  readonly work: Work
  readonly preferences: Preferences
  readonly commandId: string
  readonly fingerprint: string | null
}

/** False when an earlier attempt under this key turns out to have been refused: try the next one. */
async function askOnce(asked: Asked): Promise<boolean> {
  const { context, runtime, preferences } = asked
  const { respondAsync, waitMs } = preferences
  const patienceMs = waitMs ?? (respondAsync ? 0 : context.config.syncTimeoutMs)
  if (patienceMs === 0) {
    await append(asked, null)
    await accept(asked)
    return true
  }
  const expected = runtime.replies.expect(patienceMs)
  const appended = append(asked, expected.replyTo).then(
    () => null,
    (error: Error) => {
      expected.cancel()
      return error
    },
  )
  const reply = await expected.reply
  if (reply) return answer(asked, reply)
  const failure = await appended
  if (failure) throw failure
  await accept(asked)
  return true
}

async function append(asked: Asked, replyTo: string | null): Promise<void> {
  const { runtime, exchange, work, commandId, fingerprint } = asked
  const { accountId, keyId } = work.caller
  const command = {
    ...work.question,
    version: 1,
    command_id: commandId,
    account_id: accountId,
    key_id: keyId,
    request_id: exchange.requestId,
    reply_to: replyTo,
    fingerprint,
    at: new Date().toISOString(),
  } as Command // as: a question is a command without exactly these members.
  const value = await runtime.codec.encode('commands', command)
  await runtime.log.append([{ topic: 'commands', key: accountId, value }])
}

async function answer(asked: Asked, reply: Reply): Promise<boolean> {
  const { context, exchange } = asked
  if (reply.type === 'settled_before') return answerSettledBefore(asked)
  if (reply.type === 'dead_letter') {
    throw new ProblemSignal('internal_error', 'The call could not be settled. Nothing was charged.')
  }
  const { entry } = reply
  context.standings.saw(entry)
  context.metrics.reply('channel')
  setApplied(asked, 'now')
  sendSettled(exchange, entry, reply.answer)
  return true
}

/** Another delivery of this command was settled: answer as the first was. */
async function answerSettledBefore(asked: Asked): Promise<boolean> {
  const { context, runtime, work, commandId } = asked
  const command = { accountId: work.caller.accountId, commandId }
  const outcome = await waitForOutcome(runtime.pool, command, context.config.syncTimeoutMs)
  if (!outcome) {
    await accept(asked)
    return true
  }
  if (leavesKeyUnused(outcome)) return false
  replay(asked, outcome)
  return true
}

/** The views may show an entry a moment before its answer. */
async function complete(asked: Asked, found: Outcome): Promise<Outcome> {
  if (found.answer) return found
  const { context, runtime, work, commandId } = asked
  const command = { accountId: work.caller.accountId, commandId }
  return (await waitForOutcome(runtime.pool, command, context.config.syncTimeoutMs)) ?? found
}

function replay(asked: Asked, outcome: Outcome): void {
  const { context, exchange, fingerprint } = asked
  if (!outcome.answer) throw isExpired(outcome) ? expired() : behind()
  if (outcome.fingerprint !== fingerprint) {
    const detail =
      'This Idempotency-Key was used with another request. Use a new key for a new one.'
    throw new ProblemSignal('idempotency_key_reused', detail)
  }
  context.metrics.reply('view')
  setApplied(asked, 'now')
  sendSettled(exchange.set({ 'Idempotent-Replayed': 'true' }), outcome.entry, outcome.answer)
}

/** 202: the command is on disk before anybody is told that it was accepted. */
async function accept(asked: Asked): Promise<void> {
  const { context, runtime, exchange, work, commandId } = asked
  // Committed synchronously: the flush of this row covers the command's row, which lies before it.
  await runtime.pool.query({
    name: 'accept-request',
    text: `insert into accepted (command_id, account_id, request_id, accepted_at)
      values ($1, $2, $3, now()) on conflict do nothing`,
    values: [commandId, work.caller.accountId, exchange.requestId],
  })
  context.metrics.reply('accepted')
  setApplied(asked, 'later')
  const location = `/requests/${commandId}`
  exchange.set({ Location: location, 'Retry-After': 1 })
  exchange.json(202, { id: commandId, status: 'pending', url: `${context.baseUrl}${location}` })
}

/** An account that cannot pay is refused before any work, without an entry in its ledger. */
async function refuseEarly(
  { standings }: ApiContext,
  { caller, call, items }: Work,
): Promise<void> {
  for (const find of [standings.of, standings.refreshed]) {
    const account = await find(caller.accountId)
    if (account.seq === 0) return
    const { cents } = quote(call, items, account.freeCalls)
    if (cents <= account.balanceCents) return
    if (find === standings.refreshed) {
      throw insufficientCredits(cents, account)
    }
  }
}

function setApplied({ exchange, preferences }: Asked, answered: 'now' | 'later'): void {
  const applied = appliedOf(preferences, answered)
  if (applied) exchange.set({ 'Preference-Applied': applied })
}

function overloaded(): ProblemSignal {
  const detail = 'Too many calls are waiting. Try again in a moment.'
  return new ProblemSignal('unavailable', { detail, headers: { 'Retry-After': '1' } })
}

function behind(): ProblemSignal {
  const detail = 'The answer is settled and not readable yet. Try again in a moment.'
  return new ProblemSignal('unavailable', { detail, headers: { 'Retry-After': '1' } })
}

function expired(): ProblemSignal {
  const detail = 'This Idempotency-Key was used by a call whose answer is no longer kept.'
  return new ProblemSignal('answer_expired', detail)
}
