import type { Catalog } from './catalog/catalog.ts'
import { openFailure } from './errors.ts'
import type { Lag, Membership } from './log/event-log.ts'
import type { Topic } from './messages/topics.ts'
import { openProject } from './projections/project.ts'
import { type BillParts, openBill } from './workers/bill.ts'
import { openEnrich } from './workers/enrich.ts'
import { openEnrichment } from './workers/enrichment-of.ts'

/**
 * Reading starts here. A request becomes a command; everything after it is one of these stages:
 *
 *   api ──▶ commands ──▶ enrich ──▶ enrichments ──▶ bill ──▶ ledger ──▶ project ──▶ views
 *    ▲                                              │ ▲ └─ reads its own ledger back: only what
 *    └──────────────── reply ◀──────────────────────┘ │   the log shows is confirmed
 *                                             orders ─┘
 *
 * The chain rule (ledger/account.ts) decides which ledger entries exist; every reader applies it.
 */
export const stages = {
  enrich: { consumes: ['commands'], emits: ['enrichments'], open: openEnrich },
  bill: { consumes: ['enrichments', 'orders', 'ledger'], emits: ['ledger'], open: openBill },
  project: { consumes: ['enrichments', 'ledger'], emits: [], open: openProject },
} as const satisfies Record<string, Stage>

interface Stage {
  readonly consumes: readonly Topic[]
  readonly emits: readonly Topic[]
  readonly open: (parts: never) => Promise<Membership>
}

export type PipelineParts = Omit<BillParts, 'fail'> & {
  readonly catalog: Catalog
  readonly baseUrl: string
}

export interface Pipeline {
  readonly failed: Promise<Error>
  lags(): Promise<ReadonlyMap<string, readonly Lag[]>>
  close(): Promise<void>
}

/** Opens the stages from the end of the path to its start, so that nothing waits for a reader. */
export async function openPipeline(parts: PipelineParts): Promise<Pipeline> {
  const { failed, fail } = openFailure('log_unavailable', 'a stage failed')
  const all = { ...parts, fail }
  const project = await stages.project.open(all)
  const bill = await stages.bill.open(all)
  const enrich = await stages.enrich.open({ ...all, ...openEnrichment(parts) })
  const opened = { enrich, bill, project }
  return {
    failed,
    async lags() {
      const lags = new Map<string, readonly Lag[]>()
      for (const [name, stage] of Object.entries(opened)) lags.set(name, await stage.lag())
      return lags
    },
    async close() {
      for (const stage of Object.values(opened)) await stage.close()
    },
  }
}
