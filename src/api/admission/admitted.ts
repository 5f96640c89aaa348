import type { BodyWatch } from '../http/body-watch.ts'
import type { ProblemSignal } from '../http/exchange.ts'
import type { BudgetScope, BytesInHand, RequestOwner } from './budget.ts'
import { costOf, costOfUpload } from './budget.ts'
import { Pace } from './pace.ts'
import type { Slots } from './slots.ts'
import type { UnfinishedBody } from './unfinished-bodies.ts'

/** The length of a request's body, as its headers announce it. */
export type Announced =
  | { readonly type: 'none' }
  | { readonly type: 'upload' }
  /** `limitBytes` counts for a body whose length nobody has told. */
  | { readonly type: 'bytes'; readonly declared: number | null; readonly limitBytes: number }

export interface Admitted extends BodyWatch {
  isWhole(): ProblemSignal | null
  /**
   * To be called once, when the answer is written or nobody waits for it any more. Its bytes are in
   * hand until the work is over, where that comes later.
   */
  leave(until?: Promise<void> | null): void
}

interface AdmittedDeps {
  readonly inHand: BytesInHand
  readonly slots: Slots
  readonly unfinished: Set<UnfinishedBody>
  readonly now: () => number
  readonly refused: (scope: BudgetScope, owner: RequestOwner) => ProblemSignal
}

/** A request that was let in; `hasSlot`: it has no body to wait for, and is worked on already. */
export function admitted(
  { inHand, slots, unfinished, now, refused }: AdmittedDeps,
  { owner, announced, hasSlot }: { owner: RequestOwner; announced: Announced; hasSlot: boolean },
): Admitted {
  let cost = costBefore(announced)
  let body: UnfinishedBody | null = null
  let size = 0
  let slotTaken = hasSlot
  inHand.add(owner, cost)
  return {
    begins(endBody) {
      if (announced.type !== 'bytes') return
      const pace = new Pace({ declared: announced.declared, startedAt: now() })
      body = {
        ...{ owner, pace, since: now(), cost: () => cost },
        end: (problem) => {
          cost = 0
          endBody(problem)
        },
      }
      unfinished.add(body)
    },
    received(bytes) {
      size += bytes
      body?.pace.received(bytes)
    },
    isWhole() {
      if (body) unfinished.delete(body)
      if (!body || slotTaken) return null
      const actual = costOf(size)
      inHand.add(owner, actual - cost)
      cost = actual
      slotTaken = slots.take(owner)
      return slotTaken ? null : refused(owner.accountId === null ? 'strangers' : 'process', owner)
    },
    leave(until) {
      if (body) unfinished.delete(body)
      if (slotTaken) slots.leave(owner)
      const giveBack = () => {
        if (cost !== 0) inHand.add(owner, -cost)
      }
      if (until) void until.then(giveBack)
      else giveBack()
    },
  }
}

export function costBefore(announced: Announced): number {
  switch (announced.type) {
    case 'none':
      return costOf(0)
    case 'upload':
      return costOfUpload
    case 'bytes':
      return costOf(Math.min(announced.declared ?? announced.limitBytes, announced.limitBytes))
  }
}
