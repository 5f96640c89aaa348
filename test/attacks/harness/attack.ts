import type { Account } from '../../scenarios/client.ts'
import type { Environment } from '../../scenarios/service.ts'

/** `short` is part of every run of the tests, `long` is `npm run attacks`. */
export type Form = 'short' | 'long'

/** One way to take the service down, to fill it up, or to lock an owner out. */
export interface Attack {
  readonly name: string
  /** A sentence that tells the attack, for the table. */
  readonly says: string
  readonly env?: Environment
  /** Holds sockets open and needs hardly a processor: the short form strikes with several at once. */
  readonly mostlyWaits?: true
  /** The accounts that take part, each by the cents that it has bought. */
  readonly purses: readonly Purse[]
  /** Runs in a process of its own, so that it takes nothing from what the bystander measures. */
  strike(given: Given): Promise<Struck>
}

export interface Purse {
  readonly cents: number
  /** Whether its free calls are used up. */
  readonly spent?: boolean
}

export interface Given {
  readonly url: string
  readonly form: Form
  /** In the order of `purses`. */
  readonly accounts: readonly Account[]
}

export interface Struck {
  readonly sent: number
  /** Answers by status, or by how a connection ended. */
  readonly statuses: Tally
  /** Guesses at passwords that were evaluated although the limit was reached. */
  readonly guessesBeyond?: number
  /** Sentences about what did not hold. */
  readonly missed: readonly string[]
}

export type Tally = Readonly<Record<string, number>>

export function tallyOf(words: readonly string[]): Tally {
  const tally: Record<string, number> = {}
  for (const word of words) tally[word] = (tally[word] ?? 0) + 1
  return tally
}
