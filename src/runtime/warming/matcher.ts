import { setImmediate as nextRound } from 'node:timers/promises'
import type { Catalog } from '../../catalog/catalog.ts'
import { openShapes } from '../../catalog/matcher/reading/shape.ts'
import { enrichTransaction } from '../../enrichment/transaction.ts'
import { remembering } from '../../workers/enriching/recognise.ts'
import { composedLines } from './lines.ts'

/** Further lines make it hardly faster. */
const rounds = 12

/**
 * Recognises the composed lines as the stages do. The first of them build what the catalog leaves
 * until it is asked for (the sorted spellings, the numbers that names hold: half a second), the
 * others have the matcher compiled. The answers are forgotten with this.
 */
export async function warmMatcher(catalog: Catalog, isOver: () => boolean): Promise<void> {
  const answer = remembering(
    (query, expand) => enrichTransaction(catalog, query, { baseUrl: '', expand }),
    openShapes(catalog),
  )
  for (let round = 0; round < rounds; round += 1) {
    for (const [description, amount] of composedLines) {
      if (isOver()) return
      answer({ description: `${description} ${round}`, amount }, [])
      await nextRound()
    }
  }
}
