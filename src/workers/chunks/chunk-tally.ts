import { sha256 } from '../../ledger/canonical.ts'
import type { ChunkEnriched } from '../../messages/enrichments.ts'

/** The result of a chunk. `lines` are its rows in canonical JSON, over which the hash is taken. */
export interface ChunkResult {
  readonly lines: readonly string[]
  readonly sha256: string
  readonly matched: number
  readonly failed: number
  /** Rows that are to be paid for. */
  readonly items: number
  /** Rows that could be read and for which nothing broke. */
  readonly lookedUp: number
  readonly freeReason: ChunkEnriched['free_reason']
  /** Lines that were not recognised, with how often. */
  readonly unmatched: ReadonlyMap<string, number>
  /** The first of our own failures, which made a row's error. */
  readonly broken: unknown
}

/** `untold`: a line of which nothing can be told; `not_found`: a look-up that found nothing. */
type RowOutcome = 'matched' | 'unmatched' | 'below' | 'untold' | 'not_found' | 'bad' | 'failed'

/** The outcome of one row. */
export interface Done {
  readonly line: string
  readonly outcome: RowOutcome
  readonly unmatched: string | null
  readonly broken?: unknown
}

/** Counts the rows of a chunk as they are done, in their order. */
export class ChunkTally {
  readonly #lines: string[] = []
  readonly #unmatched = new Map<string, number>()
  readonly #counts: Record<RowOutcome, number> = {
    ...{ matched: 0, unmatched: 0, below: 0, untold: 0 },
    ...{ not_found: 0, bad: 0, failed: 0 },
  }
  #broken: unknown = null

  add({ line, outcome, unmatched, broken }: Done): void {
    this.#lines.push(line)
    this.#counts[outcome] += 1
    if (unmatched) this.#unmatched.set(unmatched, (this.#unmatched.get(unmatched) ?? 0) + 1)
    if (broken) this.#broken ??= broken
  }

  result(): ChunkResult {
    const { matched, unmatched, bad, not_found: notFound, failed } = this.#counts
    return {
      lines: this.#lines,
      sha256: sha256(`[${this.#lines.join(',')}]`),
      matched,
      failed: bad + notFound + failed,
      items: matched + unmatched,
      lookedUp: this.#lines.length - bad - failed,
      freeReason: this.#freeReason(),
      unmatched: this.#unmatched,
      broken: this.#broken,
    }
  }

  /** Said of a chunk of which nothing is to be paid. */
  #freeReason(): ChunkResult['freeReason'] {
    if (this.#counts.below > 0) return 'below_min_confidence'
    if (this.#counts.not_found > 0) return 'not_found'
    return 'nothing_to_charge'
  }
}
