import { join } from 'node:path'
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
  for (const draft of drafts) {
    const row = facts.get(draft.domain ?? '')
    if (row !== undefined && (draft.hq !== null || draft.foundedYear !== null)) {
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
