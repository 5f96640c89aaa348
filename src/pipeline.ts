import type { Membership } from './log/event-log.ts'
import type { StageDeps } from './log/stage.ts'
import type { Topic } from './messages/topics.ts'
import type { ProjectDeps } from './projections/project.ts'
import { openProject } from './projections/project.ts'
import { type BillDeps, openBill } from './workers/bill.ts'
import { type EnrichDeps, openEnrich } from './workers/enrich.ts'
import { type JobsDeps, openJobs } from './workers/jobs.ts'

/**
 * Reading starts here. A request becomes a command; everything after it is one of these stages:
 *
 *   api ──▶ commands ──▶ enrich ──▶ enrichments ──▶ bill ──▶ ledger ──▶ project ──▶ views
 *    ▲                                              │ ▲ └─ is told its entries' places, and reads
 *    └──────────────── reply ◀──────────────────────┘ │   what others wrote between them
 *                                             orders ─┘
 *
 * A job is a million such requests on a lane of its own: `jobs` reads the ledger for reservations,
 * sends chunks, works them from `job-chunks`, and lets `bill` settle them like any other.
 *
 * The chain rule (ledger/account.ts) decides which ledger entries exist; every reader applies it.
 */
export const stages = {
  enrich: { consumes: ['commands'], emits: ['enrichments'], open: openEnrich },
  jobs: {
    consumes: ['ledger', 'job-chunks'],
    emits: ['job-chunks', 'enrichments', 'orders'],
    open: openJobs,
  },
  bill: { consumes: ['enrichments', 'orders'], emits: ['ledger'], open: openBill },
  project: { consumes: ['enrichments', 'ledger', 'corrections'], emits: [], open: openProject },
} as const satisfies Record<string, Stage>

export type StageName = keyof typeof stages
/** Stages open from the end of the path to its start, so that nothing waits for a reader. */
export const opening: readonly StageName[] = ['project', 'bill', 'enrich', 'jobs']

interface Stage {
  readonly consumes: readonly Topic[]
  readonly emits: readonly Topic[]
  readonly open: (deps: PipelineDeps & Failing) => Promise<Membership>
}

export type PipelineDeps = Omit<EnrichDeps & BillDeps & ProjectDeps & JobsDeps, 'fail'>
type Failing = Pick<StageDeps, 'fail'>
