import type { Entry } from '../../ledger/entry.ts'

/** The billing worker's word to the one who waits. */
export type Reply =
  /**
   * Settled by this very delivery. `answer` is null where the entry says all: refusals and
   * orders.
   */
  | { readonly type: 'settled'; readonly entry: Entry; readonly answer: Answer | null }
  /** Settled by an earlier delivery of the same command: the views have the answer. */
  | { readonly type: 'settled_before' }
  /** It will never be settled: the message went to dead letters. */
  | { readonly type: 'dead_letter' }

export interface Answer {
  readonly status: number
  readonly body: string
}

export type ReplyPath = 'channel' | 'stored'

/**
 * Carries replies from workers to the API process that waits. Replies are hints, facts are on the
 * log: one may be lost or come twice, and nobody may conclude anything from silence. An adapter
 * owes: a reply sent to the address of a waiter that is open reaches it, usually, also when it was
 * published while nobody listened; a limit on waiting; a `send` that never waits, queues without
 * limit or throws; no reply for another waiter, not even one of a process that is gone; `close`
 * rejects who still waits. While nothing can arrive, waiting ends early. Not its job: the truth,
 * which the views have; ordering; sending again.
 */
export interface ReplyChannel {
  /** Opened before the command is appended, so that no reply can come too early. */
  expect(timeoutMs: number): Expected
  send(replyTo: string, reply: Reply): void
  /**
   * For a command that nobody waits for, or for longer: when it is settled, or a minute later. An
   * address of its own is made where none is given. Null where another process works on it.
   */
  follow(replyTo?: string): Followed | null
  /** How many wait: the API sheds load above a limit. */
  readonly waiting: number
  /** False while replies cannot arrive or be sent: `expect` then ends at once. */
  readonly healthy: boolean
  close(): Promise<void>
}

export interface Followed {
  readonly replyTo: string
  /** Nothing of the command is in this process's memory any more. Never rejects. */
  readonly over: Promise<void>
  /** The command was never appended. */
  cancel(): void
}

export interface Expected {
  readonly replyTo: string
  /** The reply, or null: the time is up, or none can arrive. Then the views are to be asked. */
  readonly reply: Promise<Reply | null>
  /** How the reply came: as it was sent, or found where it is stored. */
  path(): ReplyPath
  /** Stops waiting: the append failed. */
  cancel(): void
}
