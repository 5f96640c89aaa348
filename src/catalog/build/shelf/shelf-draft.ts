import { type BrandDraft, emptyDraft } from '../read/draft.ts'

/** A company for the shelf, before it is known whether the catalog or a better source has it. */
export type ShelfDraft = BrandDraft & {
  /** ISO 3166-1 code of its seat. */
  readonly seat: string | null
  /** Names that it bore before. */
  readonly formerNames: readonly string[]
}

export function shelfDraft(name: string, facts: Partial<ShelfDraft>): ShelfDraft {
  return { ...emptyDraft(name), seat: null, formerNames: [], ...facts }
}
