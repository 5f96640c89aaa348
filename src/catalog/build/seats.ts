import { join } from 'node:path'
import type { BrandDraft } from './read/draft.ts'
import { readTsv, sourcesFolder } from './read/read-tsv.ts'
import { readShelfTables } from './shelf/read-shelf.ts'

/**
 * Facts that the sources have wrong or in another way: when a business began, where it sits. Where
 * they have none, the tables of the shelf tell them.
 */
export function correctFacts(drafts: readonly BrandDraft[]): void {
  const onShelf = new Map(readShelfTables().map((row) => [row.domain, row]))
  const facts = new Map(
    readTsv(join(sourcesFolder, 'company-facts.tsv')).map((row) => [row.domain ?? '', row]),
  )
  for (const draft of drafts) {
    const row = facts.get(draft.domain ?? '')
    if (row !== undefined && (draft.hq !== null || draft.foundedYear !== null)) {
      if (row.founded_year) draft.foundedYear = row.founded_year
      if (row.hq) draft.hq = row.hq
    }
    const shelved = onShelf.get(draft.domain ?? '')
    draft.foundedYear ??= shelved?.foundedYear ?? null
    draft.hq ??= shelved?.hq ?? null
    if (draft.hq !== null) draft.hq = inOneStyle(draft.hq)
  }
}

/** How towns are called in English, and where those lie that stand alone. */
const towns = new Map(
  readTsv(join(sourcesFolder, 'seat-towns.tsv')).map((row) => [row.town ?? '', row]),
)

/** "City, Region" or "City, Country": a town alone gets its country, a country alone is no seat. */
function inOneStyle(seat: string): string | null {
  const [town = '', ...rest] = seat.split(', ')
  const known = towns.get(town)
  const name = known?.english || town
  if (seat.includes(',')) return [name, ...rest].join(', ')
  return known?.place ? `${name}, ${known.place}` : null
}
