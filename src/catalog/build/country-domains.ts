import { labelOf, parseDomain } from '../domain-name.ts'
import { nameKeys } from '../name-key.ts'
import type { BrandDraft } from './read/draft.ts'
import { readTsv, sourcesFolder } from './read/read-tsv.ts'

/**
 * Brands that trade under one label and the endings of many countries. The index knows few of them.
 *
 * `domain <tab> main domain`. They find the company and its logo, and are no sites to show: most of
 * them only lead to a page of the main one.
 */
export function countryDomains(entities: readonly BrandDraft[]): string[] {
  const lines: string[] = []
  const owned = new Set(entities.flatMap(({ domain }) => (domain === null ? [] : [domain])))
  const byDomain = new Map<string, BrandDraft>()
  for (const draft of entities) {
    const rival = byDomain.get(draft.domain ?? '')
    if (draft.domain !== null && (rival === undefined || draft.rank > rival.rank)) {
      byDomain.set(draft.domain, draft)
    }
  }
  for (const row of readTsv(`${sourcesFolder}/country-domains.tsv`)) {
    const draft =
      byDomain.get(row.main ?? '') ??
      bearer(entities, row.label ?? '') ??
      entities.find(({ otherDomains }) => otherDomains.includes(row.main ?? ''))
    if (draft === undefined) continue
    for (const ending of (row.endings ?? '').split(' ')) {
      const domain = parseDomain(`${row.label}.${ending}`)
      if (domain === null || draft.otherDomains.includes(domain)) continue
      if (owned.has(domain)) {
        // A country's own record of the brand keeps its domain and bears the same logo.
        const owner = byDomain.get(domain)
        if (owner !== undefined) owner.icon ??= draft.icon
        continue
      }
      lines.push(`${domain}\t${draft.domain}`)
    }
  }
  return [...new Set(lines)].sort()
}

/** The best known brand whose name is the label and whose site bears it. */
function bearer(entities: readonly BrandDraft[], label: string): BrandDraft | undefined {
  const key = label.replaceAll('-', '')
  return entities
    .filter(
      ({ domain, name }) => domain !== null && labelOf(domain) === key && nameKeys(name)[0] === key,
    )
    .sort((a, b) => b.rank - a.rank)[0]
}
