import { join } from 'node:path'
import { labelOf } from '../domain-name.ts'
import { nameKeys } from '../name-key.ts'
import type { BrandDraft } from './read/draft.ts'
import { listCell, readTsv, sourcesFolder } from './read/read-tsv.ts'
import { readShelfTables } from './shelf/read-shelf.ts'
import { inOneStyle } from './shelf/seat-style.ts'

/**
 * Facts that the sources have wrong or in another way: when a business began, where it sits. Where
 * they have none, the tables of the shelf tell them.
 */
export function correctFacts(drafts: readonly BrandDraft[]): void {
  const onShelf = new Map(readShelfTables().map((row) => [row.domain, row]))
  const facts = new Map(
    readTsv(join(sourcesFolder, 'company-facts.tsv')).map((row) => [row.domain ?? '', row]),
  )
  const known = new Set(drafts.flatMap((draft) => (isKnown(draft) ? [draft.domain] : [])))
  const best = bestKnown(drafts)
  for (const draft of drafts) {
    const row = facts.get(draft.domain ?? '')
    const isMeant = known.has(draft.domain) ? isKnown(draft) : best.get(draft.domain) === draft
    if (row !== undefined && isMeant) {
      if (row.founded_year) draft.foundedYear = row.founded_year
      if (row.hq) draft.hq = row.hq
    }
    addDomains(draft, [row?.site ?? '', ...listCell(row?.other_domains)])
    const shelved = onShelf.get(draft.domain ?? '')
    draft.foundedYear ??= shelved?.foundedYear ?? null
    draft.hq ??= shelved?.hq ?? null
    if (draft.hq !== null) draft.hq = inOneStyle(draft.hq)
  }
}

function isKnown({ hq, foundedYear }: BrandDraft): boolean {
  return hq !== null || foundedYear !== null
}

/** Where nothing is known of any brand on a site, the facts are those of the one it is named by. */
function bestKnown(drafts: readonly BrandDraft[]): ReadonlyMap<string | null, BrandDraft> {
  const best = new Map<string | null, BrandDraft>()
  for (const draft of drafts) {
    const other = best.get(draft.domain)
    if (other === undefined || weightOf(other) < weightOf(draft)) best.set(draft.domain, draft)
  }
  return best
}

function weightOf({ name, domain, rank }: BrandDraft): number {
  return rank + (nameKeys(name).includes(labelOf(domain ?? '')) ? namesake : 0)
}

const namesake = 100

function addDomains(draft: BrandDraft, domains: readonly string[]): void {
  const known = [draft.domain, ...draft.otherDomains]
  draft.otherDomains.push(...domains.filter((domain) => domain !== '' && !known.includes(domain)))
}

/** `domain <tab> site`: companies whose record has the site of a country, and that of the group. */
export function groupSites(drafts: readonly BrandDraft[]): string[] {
  const domains = new Set(drafts.map(({ domain }) => domain))
  return readTsv(join(sourcesFolder, 'company-facts.tsv'))
    .filter(({ domain = '', site }) => site && domains.has(domain))
    .map(({ domain, site }) => `${domain}\t${site}`)
    .sort()
}
