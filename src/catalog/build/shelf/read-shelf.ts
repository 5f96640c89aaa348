import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseDomain } from '../../domain-name.ts'
import { countryOfPlace } from '../../names/country-of.ts'
import { networks } from '../read/draft.ts'
import { listCell, readTsv, sourcesFolder, type TsvRow } from '../read/read-tsv.ts'
import { inOneStyle } from './seat-style.ts'
import { type ShelfDraft, shelfDraft } from './shelf-draft.ts'

/** The tables shelf-*.tsv of the sources: facts written from knowledge, one company a row. */
export function readShelfTables(): readonly ShelfDraft[] {
  return readdirSync(sourcesFolder)
    .filter((name) => name.startsWith('shelf-') && name.endsWith('.tsv'))
    .sort()
    .flatMap((name) => readTsv(join(sourcesFolder, name)))
    .map(draftOf)
}

function draftOf(row: TsvRow): ShelfDraft {
  const domains = [row.domain ?? '', ...listCell(row.other_domains)].flatMap(
    (text) => parseDomain(text) ?? [],
  )
  const hq = row.hq ? inOneStyle(row.hq) : null
  const social: ShelfDraft['social'] = {}
  for (const network of networks) if (row[network]) social[network] = row[network]
  return shelfDraft(row.name ?? '', {
    domain: domains[0] ?? null,
    otherDomains: [...new Set(domains.slice(1))],
    otherNames: listCell(row.other_names),
    formerNames: listCell(row.former_names),
    industry: row.industry || null,
    foundedYear: /^\d{4}$/.test(row.founded_year ?? '') ? (row.founded_year ?? null) : null,
    hq,
    seat: row.country || (hq === null ? null : countryOfPlace(hq)),
    employees: row.employee_count || null,
    description: row.description || null,
    social,
  })
}
