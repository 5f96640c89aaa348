import { setTimeout as sleep } from 'node:timers/promises'
import type { Membership } from '../log/event-log.ts'
import type { StageDeps } from '../log/stage.ts'
import { topics } from '../messages/topics.ts'
import type { ViewsDeps } from './projection.ts'
import { openViews, projectedTopics } from './projection.ts'
import { Projector } from './projector.ts'
import { holdersView } from './views/closed-accounts.ts'
import { openWebhooksView } from './views/webhooks.ts'
import { views } from './views.ts'

/** Between two fetches: for the views waits only who looks up what he has just been told. */
const fetchMs = 40
const catchUpLimitMs = 20_000
const catchUpPollMs = 5

/**
 * Folds events into the views, all of them and the offsets in one transaction a batch. One loop
 * for all partitions of this process: a transaction costs the same for ten records as for a
 * thousand.
 */
export async function openProject(deps: ProjectDeps): Promise<Membership> {
  // Folded while live only: nobody is told of the past again when views are rebuilt.
  const live = [...views, openWebhooksView(deps.baseUrl), holdersView]
  const projector = new Projector(deps, await openViews(deps, live))
  const membership = await deps.log.join({
    name: 'project',
    topics: projectedTopics,
    gatherMs: fetchMs,
    open: (partition) => projector.open(partition),
  })
  projector.start((topic, partition, offset) => membership.commit(topic, partition, offset))
  if (!deps.viewsOutliveUs) await untilCaughtUp(deps, (partition) => projector.offset(partition))
  return {
    ...membership,
    async close() {
      projector.stop()
      await membership.close()
      await projector.stopped
    },
  }
}

/**
 * Nobody is shown less after a restart than before it: the views follow the ledger to where it ends
 * now before anything else opens. Folding a long history anew is not waited for to its end.
 */
async function untilCaughtUp(
  { log }: ProjectDeps,
  offsetOf: (partition: number) => number,
): Promise<void> {
  const deadline = performance.now() + catchUpLimitMs
  for (let partition = 0; partition < topics.ledger.partitions; partition += 1) {
    const end = await log.end('ledger', partition)
    while (offsetOf(partition) < end && performance.now() < deadline) {
      await sleep(catchUpPollMs)
    }
  }
}

export type ProjectDeps = StageDeps &
  ViewsDeps & {
    /** Where what is told to webhooks leads to. */
    readonly baseUrl: string
  }
