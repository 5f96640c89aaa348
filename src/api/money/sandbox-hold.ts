import { setTimeout as sleep } from 'node:timers/promises'
import { errorText } from '../../errors.ts'
import { sandboxCentsOf } from '../../ledger/sandbox-share.ts'
import type { EventLog } from '../../log/event-log.ts'
import { topics } from '../../messages/topics.ts'
import type { Notices } from '../../notices.ts'
import { findSandboxHolders, viewsReach } from '../../projections/sandbox-held.ts'
import type { Report } from '../../report.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/**
 * Credits that cost nothing do not become money when Stripe is turned on: while an account holds
 * any, nobody is served. The operator is told what stands and which command voids it. The service
 * is otherwise up, because that command needs it: voiding is an order, and settling orders is the
 * pipeline's. Once nothing stands the doors open by themselves; no more can come then, for no order
 * of the sandbox can be paid, and none is settled (workers/bill.ts).
 */
export const heldBecause =
  'accounts hold credits of the sandbox: void them with "npx enrich credits void-sandbox"'

const pauseMs = 500

export interface HoldDeps {
  readonly runtime: () => Pick<Runtime, 'pool' | 'log'> | null
  readonly notices: Notices
  readonly report: Report
  readonly stopping: () => boolean
}

/** Resolves when no sandbox cents stand, or the service stops. */
export async function holdForSandboxCredits(deps: HoldDeps): Promise<void> {
  const ends = new Map<number, number>()
  let told = ''
  while (!deps.stopping()) {
    const said = await look(deps, ends).catch((error: unknown) => ({ error: errorText(error) }))
    if (said === 'nothing') return
    const text = JSON.stringify(said)
    if (said !== null && text !== told) tell(deps, said)
    if (said !== null) told = text
    await sleep(pauseMs)
  }
}

type Found = { readonly accounts: number; readonly cents: number } | { readonly error: string }

function tell({ notices, report }: HoldDeps, found: Found): void {
  if ('error' in found) report('sandbox_credits_unknown', found)
  else notices.tell('sandbox_credits', 'all', { ...found, command: 'credits void-sandbox' })
}

/** Null while it cannot be known: the views must show what the ledger had when we began. */
async function look(
  { runtime }: HoldDeps,
  ends: Map<number, number>,
): Promise<Found | 'nothing' | null> {
  const opened = runtime()
  if (!opened) return null
  await learnEnds(opened.log, ends)
  if (!(await viewsReach(opened.pool, ends))) return null
  const holders = await findSandboxHolders(opened.pool)
  if (holders.length === 0) return 'nothing'
  const cents = holders.reduce((sum, holder) => sum + sandboxCentsOf(holder), 0)
  return { accounts: holders.length, cents }
}

async function learnEnds(log: EventLog, ends: Map<number, number>): Promise<void> {
  for (let partition = 0; partition < topics.ledger.partitions; partition += 1) {
    if (!ends.has(partition)) ends.set(partition, await log.end('ledger', partition))
  }
}
