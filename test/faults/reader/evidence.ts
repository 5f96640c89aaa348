import type { Account } from '../harness/load/accounts.ts'
import type { Call } from '../harness/load/calls.ts'
import type { Chains } from './chain.ts'
import type { ReadLog } from './log.ts'
import type { ReadViews } from './views.ts'

/** All that is known after a fault was healed: the log, the views, and what callers were told. */
export interface Evidence {
  readonly log: ReadLog
  readonly chains: Chains
  readonly views: ReadViews
  readonly accounts: readonly Account[]
  readonly calls: readonly Call[]
  /** Calls that were promised an answer, or repeated, and had none in the time for it. */
  readonly unsettled: readonly Call[]
}

export interface Verdict {
  readonly invariant: string
  /** The findings against it; empty when it holds. */
  readonly faults: readonly string[]
  /** The evidence that was looked at, in a few words. */
  readonly figure: string
}

export type Check = (evidence: Evidence) => Verdict
