import { balanceView } from './balance.ts'
import { chunkPlacesView } from './chunk-places.ts'
import { closedAccountsView } from './closed-accounts.ts'
import { correctionsView } from './corrections.ts'
import { debtsView } from './debts.ts'
import { entriesView } from './entries.ts'
import { jobProgressView } from './job-progress.ts'
import type { View } from './projection.ts'
import { resultsView } from './results.ts'
import { usageView } from './usage.ts'
import { usageByKeyView } from './usage-by-key.ts'

/** Every view, in the order in which they are folded: the second looks into the next three. */
export const views: readonly View[] = [
  closedAccountsView,
  usageByKeyView,
  resultsView,
  chunkPlacesView,
  entriesView,
  balanceView,
  debtsView,
  jobProgressView,
  usageView,
  correctionsView,
]

/** The tables that they fold into. All of them can be folded again from the log. */
export const viewTables = [
  'closed_accounts',
  'results',
  'chunk_places',
  'entries',
  'balances',
  'job_progress',
  'job_settled',
  'usage',
  'usage_by_key',
  'corrections',
  'correction_versions',
] as const
