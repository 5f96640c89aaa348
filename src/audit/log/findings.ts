import type { FaultKind } from '../chains.ts'

/** Faults of the ledger as a whole, beside those of an entry. */
type FindingKind =
  | FaultKind
  | 'charge without its enrichment'
  | 'purchase without its order'
  | 'view differs'

export interface Finding {
  readonly kind: FindingKind
  readonly accountId: string
  readonly seq: number | null
  readonly text: string
}

const remembered = 1_000

/** Findings in the order in which they were met; beyond the first thousand they are counted. */
export class Findings {
  readonly list: Finding[] = []
  #count = 0

  add(finding: Finding): void {
    this.#count += 1
    if (this.list.length < remembered) this.list.push(finding)
  }

  get count(): number {
    return this.#count
  }

  /** Those of the class that was met first: what is to be looked at first. */
  firstClass(): readonly Finding[] {
    const [first] = this.list
    return first ? this.list.filter(({ kind }) => kind === first.kind) : []
  }
}
