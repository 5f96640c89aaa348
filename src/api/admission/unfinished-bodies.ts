import type { ProblemSignal } from '../http/exchange.ts'
import type { BudgetScope, RequestOwner } from './budget.ts'
import type { Pace } from './pace.ts'

/** A body that is still on its way, and the way to end it. */
export interface UnfinishedBody {
  readonly owner: RequestOwner
  readonly pace: Pace
  readonly since: number
  readonly cost: () => number
  readonly end: (problem: ProblemSignal) => void
}

interface Newcomer {
  /** The budget that has no room for the newcomer. */
  readonly scope: BudgetScope
  readonly owner: RequestOwner
  readonly at: number
}

/** The body that has held most for longest. A newcomer without a key makes no keyed one leave. */
export function victimOf(
  unfinished: ReadonlySet<UnfinishedBody>,
  newcomer: Newcomer,
): UnfinishedBody | null {
  let found: UnfinishedBody | null = null
  let most = 0
  for (const body of unfinished) {
    if (!mayEnd(body.owner, newcomer)) continue
    const held = (newcomer.at - body.since + 1) * body.cost()
    if (held <= most) continue
    most = held
    found = body
  }
  return found
}

function mayEnd(other: RequestOwner, { scope, owner }: Newcomer): boolean {
  if (owner.accountId === null && other.accountId !== null) return false
  if (scope === 'account') return other.accountId === owner.accountId
  return scope === 'address' ? other.address === owner.address : true
}
