import { timestamp } from '../../clock.ts'
import type { Call } from '../../ledger/prices.ts'
import type { Command } from '../../messages/commands.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Caller } from '../accounts/callers/find-callers.ts'
import type { ApiContext } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Preferences } from '../http/prefer.ts'
import { appliedOf } from '../http/prefer.ts'
import type { Hold } from '../keys/purses.ts'

/** The members that `ask` adds to a question: the caller, the way back, and an id of its own. */
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

/** One attempt at a question, with the command id that makes it what it is. */
export interface Asked {
  readonly context: ApiContext
  readonly runtime: Runtime
  readonly exchange: Exchange
  readonly work: Work
  readonly preferences: Preferences
  readonly commandId: string
  readonly fingerprint: string | null
  /** Room under the cap of the caller's key, where it has one. */
  readonly hold?: Hold
}

export function commandOf(asked: Asked, replyTo: string | null): Command {
  const { caller, question } = asked.work
  return {
    version: 1,
    command_id: asked.commandId,
    account_id: caller.accountId,
    key_id: caller.keyId,
    request_id: asked.exchange.requestId,
    reply_to: replyTo,
    fingerprint: asked.fingerprint,
    at: timestamp(),
    ...question, // Last: to copy an object and then add to it costs thirty times as much.
  } as Command // as: a question is a command without exactly these members.
}

/** 202: the command is on disk before anybody is told that it was accepted. */
export async function accept(asked: Asked, offset: number | null): Promise<void> {
  const { context, runtime, exchange, work, commandId } = asked
  // Committed synchronously: the flush of this row covers the command's row, which lies before it.
  await runtime.pool.query({
    name: 'accept-request',
    text: `insert into accepted (command_id, account_id, request_id, off, accepted_at)
      values ($1, $2, $3, $4, now()) on conflict do nothing`,
    values: [commandId, work.caller.accountId, exchange.requestId, offset],
  })
  context.metrics.reply('202')
  setApplied(asked, 'later')
  const location = `/requests/${commandId}`
  exchange.set({ Location: location, 'Retry-After': 1 })
  exchange.json(202, { id: commandId, status: 'pending', url: `${context.baseUrl}${location}` })
}

/** Says which preferences were followed. */
export function setApplied({ exchange, preferences }: Asked, answered: 'now' | 'later'): void {
  const applied = appliedOf(preferences, answered)
  if (applied) exchange.set({ 'Preference-Applied': applied })
}
