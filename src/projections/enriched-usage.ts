import { emptyFilter, hashOn, hold, mayHold } from '../catalog/matcher/knowledge/key-filter.ts'
import type { Queryable } from '../db/pool.ts'
import type { Facts, View } from './projection.ts'
import { usageByKeyView } from './views/usage-by-key.ts'

/** Eight megabytes: of a million commands that were not added one in 68 is looked up in vain. */
const bits = 2 ** 26

/**
 * Usage by key as a rebuild folds it: of most entries of a long ledger the enrichment, which knows
 * the key, is gone. Commands that were enriched are kept as one bit each, and entries of others are
 * not looked up.
 */
export class EnrichedUsage implements View {
  readonly name = 'usage_by_key'
  readonly #enriched = emptyFilter(bits)

  async apply(client: Queryable, facts: Facts): Promise<void> {
    for (const { command_id } of facts.enrichments) hold(this.#enriched, hashOn(0, command_id))
    const entries = facts.entries.filter(({ command_id }) => {
      return mayHold(this.#enriched, hashOn(0, command_id))
    })
    if (entries.length === 0 && facts.enrichments.length === 0) return
    await usageByKeyView.apply(client, { ...facts, entries })
  }
}
