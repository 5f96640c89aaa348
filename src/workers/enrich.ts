import type { Membership } from '../log/event-log.ts'
import type { StageDeps } from '../log/stage.ts'
import { openAccountTurns } from './enriching/account-turns.ts'
import type { EnrichmentDeps } from './enriching/enrichment-of.ts'
import { openEnrichment } from './enriching/enrichment-of.ts'
import type { EnrichingDeps, LargeCall } from './enriching/partition.ts'
import { appendEnriched, EnrichPartition, enriched } from './enriching/partition.ts'

export type EnrichDeps = StageDeps & EnrichmentDeps

/** Turns commands into enrichments. It never touches money; what it does twice is settled once. */
export function openEnrich(given: EnrichDeps): Promise<Membership> {
  const deps: EnrichingDeps = { ...given, enrichment: openEnrichment(given) }
  const large = openAccountTurns<LargeCall>(async ({ deps, taken, isOver, done }) => {
    if (isOver()) return
    try {
      const call = await enriched(deps, taken)
      done(appendEnriched(deps, [call]))
    } catch (error) {
      if (!isOver()) throw error
    }
  }, deps.fail)
  const joining = deps.log.join({
    name: 'enrich',
    topics: ['commands'],
    early: ['commands'],
    async open(partition, _committed, basis) {
      const commit = async (offset: number) => (await joining).commit('commands', partition, offset)
      return new EnrichPartition({ ...deps, basis }, large, commit)
    },
  })
  return joining
}
