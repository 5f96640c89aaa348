import type { BodyWatch } from '../http/body-watch.ts'
import type { ProblemSignal } from '../http/exchange.ts'
import type { Budget, Owner, Scope } from './budget.ts'
import { budgetOf, costOf, costOfUpload, Usage } from './budget.ts'
import { Pace } from './pace.ts'
import { refusalOf, tooSlow } from './refusals.ts'
import { openShedding } from './shedding.ts'

/**
 * Who is let in, by what it costs, before any body is read. A request is charged to its account
 * and address for its declared body until its answer is written, and takes one of the slots when
 * its body is complete. Where there is no room, bodies that are still on their way are ended, the
 * oldest and largest first; only then is the newcomer refused.
 */
export interface AdmissionOptions {
  readonly budget: Budget
  /** Requests that are worked on at once, and those of them that came without a key. */
  readonly slots: number
  readonly strangerSlots: number
  /** Requests whose key is being looked up. */
  readonly atDoor: number
  readonly now: () => number
  /** Hears of each refusal. */
  readonly onRefused: (scope: Scope | 'slow') => void
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

/** What a request says of its body before it is read. */
export type Announced =
  | { readonly type: 'none' }
  | { readonly type: 'upload' }
  /** `limitBytes` counts for a body whose length nobody has told. */
  | { readonly type: 'bytes'; readonly declared: number | null; readonly limitBytes: number }

export interface Admitted extends BodyWatch {
  isWhole(): ProblemSignal | null
  /** To be called once, when the answer is written or nobody waits for it any more. */
  leave(): void
}

export type Admission = ReturnType<typeof openAdmission>

const checkEveryMs = 500

export function openAdmission(options: AdmissionOptions) {
  const { budget, slots, strangerSlots, now } = options
  const usage = new Usage(budget)
  const shedding = openShedding(now)
  /** In the order of their arrival. */
  const unfinished = new Set<Unfinished>()
  let open = 0
  let strangers = 0
  let door = 0
  setInterval(endSlowOnes, checkEveryMs).unref()

  function endSlowOnes(): void {
    const at = now()
    for (const body of unfinished) {
      if (!body.pace.isTooSlow(at)) continue
      options.onRefused('slow')
      end(body, tooSlow())
    }
  }

  function end(body: Unfinished, problem: ProblemSignal): void {
    unfinished.delete(body)
    usage.add(body.owner, -body.cost())
    body.end(problem)
  }

  function refused(scope: Scope, owner: Owner): ProblemSignal {
    options.onRefused(scope)
    shedding.refused(scope, owner.accountId !== null)
    return refusalOf(scope)
  }

  /** Ends bodies on their way until the newcomer has room; what is left when that did not help. */
  function makeRoom(owner: Owner, cost: number): Scope | null {
    for (let full = usage.fullFor(owner, cost); full; full = usage.fullFor(owner, cost)) {
      const victim = victimOf(unfinished, { scope: full, owner, at: now() })
      if (!victim) return full
      shedding.ended(full)
      options.onRefused(full)
      end(victim, refusalOf(full))
    }
    return null
  }

  function takeSlot({ accountId }: Owner): boolean {
    if (open >= slots || (accountId === null && strangers >= strangerSlots)) return false
    open += 1
    if (accountId === null) strangers += 1
    return true
  }

  function admit(owner: Owner, announced: Announced): Admitted | ProblemSignal {
    const full = makeRoom(owner, costBefore(announced))
    if (full) return refused(full, owner)
    return admitted(owner, announced)
  }

  function admitted(owner: Owner, announced: Announced): Admitted | ProblemSignal {
    let cost = costBefore(announced)
    let body: Unfinished | null = null
    let hasSlot = announced.type !== 'bytes' && takeSlot(owner)
    if (announced.type !== 'bytes' && !hasSlot) return refused('process', owner)
    usage.add(owner, cost)
    let size = 0
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
        if (!body || hasSlot) return null
        const actual = costOf(size)
        usage.add(owner, actual - cost)
        cost = actual
        hasSlot = takeSlot(owner)
        return hasSlot ? null : refused(owner.accountId === null ? 'strangers' : 'process', owner)
      },
      leave() {
        if (body) unfinished.delete(body)
        if (cost !== 0) usage.add(owner, -cost)
        if (!hasSlot) return
        open -= 1
        if (owner.accountId === null) strangers -= 1
      },
    }
  }

  return {
    admit,
    /** While the key is looked up. Gives what to call then, or null when too many wait there. */
    knock(): (() => void) | null {
      if (door >= options.atDoor) {
        options.onRefused('process')
        shedding.refused('process', true)
        return null
      }
      door += 1
      return () => {
        door -= 1
      }
    },
    get bytesInHand() {
      return usage.total
    },
    /** `ok`, or for how long calls have been refused without a pause. */
    state: shedding.state,
  }
}

function costBefore(announced: Announced): number {
  switch (announced.type) {
    case 'none':
      return costOf(0)
    case 'upload':
      return costOfUpload
    case 'bytes':
      return costOf(Math.min(announced.declared ?? announced.limitBytes, announced.limitBytes))
  }
}

interface Unfinished {
  readonly owner: Owner
  readonly pace: Pace
  readonly since: number
  readonly cost: () => number
  readonly end: (problem: ProblemSignal) => void
}

interface Looking {
  readonly scope: Scope
  readonly owner: Owner
  readonly at: number
}

/** The one that has held most for longest. Who came without a key makes no keyed one leave. */
function victimOf(unfinished: ReadonlySet<Unfinished>, looking: Looking): Unfinished | null {
  let found: Unfinished | null = null
  let most = 0
  for (const body of unfinished) {
    if (!mayEnd(body.owner, looking)) continue
    const held = (looking.at - body.since + 1) * body.cost()
    if (held <= most) continue
    most = held
    found = body
  }
  return found
}

function mayEnd(other: Owner, { scope, owner }: Looking): boolean {
  if (owner.accountId === null && other.accountId !== null) return false
  if (scope === 'account') return other.accountId === owner.accountId
  return scope === 'address' ? other.address === owner.address : true
}
