import type { ProblemSignal } from '../http/exchange.ts'
import type { Admitted, Announced } from './admitted.ts'
import { admitted, costBefore } from './admitted.ts'
import type { Budget, BudgetScope, RequestOwner } from './budget.ts'
import { BytesInHand, budgetOf } from './budget.ts'
import { refusalOf, tooSlow } from './refusals.ts'
import { openShedding } from './shedding.ts'
import type { SlotLimits } from './slots.ts'
import { Slots } from './slots.ts'
import type { UnfinishedBody } from './unfinished-bodies.ts'
import { victimOf } from './unfinished-bodies.ts'

/**
 * Admission by cost, before any body is read. A request is charged to its account
 * and address for its declared body until its answer is written, and takes one of the slots when
 * its body is complete. Where there is no room, bodies that are still on their way are ended, the
 * oldest and largest first; only then is the newcomer refused.
 */
export interface AdmissionOptions extends SlotLimits {
  readonly budget: Budget
  /** Requests whose key is being looked up: known ones, and half as many others. */
  readonly atDoor: number
  readonly now: () => number
  /** Hears of each refusal. */
  readonly onRefused: (scope: BudgetScope | 'slow') => void
}

export function defaultsOf(heapBytes: number): Omit<AdmissionOptions, 'onRefused'> {
  return {
    budget: budgetOf(heapBytes),
    slots: 1_000,
    strangerSlots: 200,
    atDoor: 1_000,
    now: () => performance.now(),
  }
}

export type Admission = ReturnType<typeof openAdmission>

const checkEveryMs = 500

export function openAdmission(options: AdmissionOptions) {
  const { budget, now, onRefused } = options
  const inHand = new BytesInHand(budget)
  const slots = new Slots(options)
  const shedding = openShedding(now)
  /** In the order of their arrival. */
  const unfinished = new Set<UnfinishedBody>()
  const deps = { inHand, slots, unfinished, now, refused }
  setInterval(endSlowOnes, checkEveryMs).unref()

  function endSlowOnes(): void {
    const at = now()
    for (const body of unfinished) {
      if (!body.pace.isTooSlow(at)) continue
      onRefused('slow')
      end(body, tooSlow())
    }
  }

  function end(body: UnfinishedBody, problem: ProblemSignal): void {
    unfinished.delete(body)
    inHand.add(body.owner, -body.cost())
    body.end(problem)
  }

  function hear(scope: BudgetScope, isKnown: boolean): void {
    onRefused(scope)
    shedding.refused(scope, isKnown)
  }

  function refused(scope: BudgetScope, owner: RequestOwner): ProblemSignal {
    hear(scope, owner.accountId !== null)
    return refusalOf(scope)
  }

  /** Ends bodies on their way until the newcomer has room; gives the scope that stays full. */
  function makeRoom(owner: RequestOwner, cost: number): BudgetScope | null {
    for (let full = inHand.fullFor(owner, cost); full; full = inHand.fullFor(owner, cost)) {
      const victim = victimOf(unfinished, { scope: full, owner, at: now() })
      if (!victim) return full
      shedding.ended(full)
      onRefused(full)
      end(victim, refusalOf(full))
    }
    return null
  }

  const doors = {
    known: openDoor(options.atDoor, () => hear('process', true)),
    strangers: openDoor(options.atDoor / 2, () => hear('strangers', false)),
  }

  return {
    admit(owner: RequestOwner, announced: Announced): Admitted | ProblemSignal {
      const full = makeRoom(owner, costBefore(announced))
      if (full) return refused(full, owner)
      const hasSlot = announced.type !== 'bytes' && slots.take(owner)
      if (announced.type !== 'bytes' && !hasSlot) return refused('process', owner)
      return admitted(deps, { owner, announced, hasSlot })
    },
    /** While the key is looked up. Gives what to call then, or null when too many wait there. */
    knock: (isKnown: boolean) => (isKnown ? doors.known() : doors.strangers()),
    get bytesInHand() {
      return inHand.total
    },
    /** `ok`, or for how long calls have been refused without a pause. */
    state: shedding.state,
  }
}

function openDoor(atDoor: number, onFull: () => void): () => (() => void) | null {
  let waiting = 0
  return () => {
    if (waiting >= atDoor) {
      onFull()
      return null
    }
    waiting += 1
    return () => {
      waiting -= 1
    }
  }
}
