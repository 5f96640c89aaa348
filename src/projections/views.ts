import type { View } from './projection.ts'
import { balanceView } from './views/balance.ts'
import { chunkPlacesView } from './views/chunk-places.ts'
import { closedAccountsView } from './views/closed-accounts.ts'
import { correctionsView } from './views/corrections.ts'
import { debtsView } from './views/debts.ts'
import { entriesView } from './views/entries.ts'
import { jobProgressView } from './views/job-progress.ts'
import { matchRatesView } from './views/match-rates.ts'
import { resultsView } from './views/results.ts'
import { usageView } from './views/usage.ts'
import { usageByKeyView } from './views/usage-by-key.ts'

/** Every view, in the order in which they are folded: two look into the three after them. */
export const views: readonly View[] = [
  closedAccountsView,
  matchRatesView,
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
  'match_rates',
  'corrections',
  'correction_versions',
] as const
