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
  readonly #bytes = new Uint8Array(bits / 8)

  async apply(client: Queryable, facts: Facts): Promise<void> {
    for (const { command_id } of facts.enrichments) this.#add(placeOf(command_id))
    const entries = facts.entries.filter(({ command_id }) => this.#mayHave(placeOf(command_id)))
    if (entries.length === 0 && facts.enrichments.length === 0) return
    await usageByKeyView.apply(client, { ...facts, entries })
  }

  #add(place: number): void {
    this.#bytes[place >>> 3] = (this.#bytes[place >>> 3] ?? 0) | (1 << (place & 7))
  }

  /** No command that was added is denied; another one may be taken for it. */
  #mayHave(place: number): boolean {
    return ((this.#bytes[place >>> 3] ?? 0) & (1 << (place & 7))) !== 0
  }
}

/** FNV-1a, its upper bits folded into the lower ones. */
function placeOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return ((hash >>> 26) ^ hash) & (bits - 1)
}
