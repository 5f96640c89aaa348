import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseDomain } from '../../domain-name.ts'
import { nameKeys } from '../../name-key.ts'
import { namesOfCategory } from '../../taxonomy.ts'
import { type BrandDraft, emptyDraft, networks, type Tally } from './draft.ts'
import { listCell, readTsv, sourcesFolder, type TsvRow } from './read-tsv.ts'

/** The project's own tables: facts written from knowledge, one row per brand or company. */
export function readMerchants(tally: Tally): BrandDraft[] {
  return filesOf('merchants-').flatMap((file) =>
    readTsv(file).flatMap((row) => merchantOf(row, tally)),
  )
}

export function readCompanyFacts(tally: Tally): BrandDraft[] {
  const rows = filesOf('companies-').flatMap(readTsv)
  const mains = new Map(
    rows.flatMap((row) => (row.domain ? [[nameKeys(row.name ?? '')[0], row.domain]] : [])),
  )
  return rows.flatMap((row) => {
    // One that lists only further domains would stand beside its company as another of its name.
    const further = row.domain === '' && row.other_domains !== ''
    const domain = (further ? mains.get(nameKeys(row.name ?? '')[0]) : undefined) ?? row.domain
    return companyOf({ ...row, domain: domain ?? '' }, tally)
  })
}

function filesOf(prefix: string): string[] {
  return readdirSync(sourcesFolder)
    .filter((name) => name.startsWith(prefix) && name.endsWith('.tsv'))
    .sort()
    .map((name) => join(sourcesFolder, name))
}

function merchantOf(row: TsvRow, tally: Tally): BrandDraft[] {
  const name = row.name ?? ''
  if (name === '') return []
  const category = row.category || null
  if (category !== null && namesOfCategory(category) === null) {
    tally.add(`merchants: unknown category ${category}`)
    return []
  }
  const domains = domainsOf(row.domain, row.other_domains)
  return [
    {
      ...emptyDraft(name),
      domain: domains[0] ?? null,
      otherDomains: domains.slice(1),
      category,
      mcc: row.mcc || null,
      countries: listCell(row.countries).filter((code) => /^[A-Z]{2}$/.test(code)),
      kind: row.kind || 'merchant',
      rank: 8,
      aliases: listCell(row.aliases),
    },
  ]
}

function companyOf(row: TsvRow, tally: Tally): BrandDraft[] {
  const name = row.name ?? ''
  const domains = domainsOf(row.domain, row.other_domains)
  if (name === '') {
    tally.add('companies: no name')
    return []
  }
  const social: BrandDraft['social'] = {}
  for (const network of networks) {
    const handle = (row[network] ?? '').replace(/^@/, '')
    if (handle !== '') social[network] = handle
  }
  return [
    {
      ...emptyDraft(name),
      domain: domains[0] ?? null,
      otherDomains: domains.slice(1),
      kind: 'company',
      rank: 4,
      otherNames: listCell(row.other_names),
      industry: row.industry || null,
      foundedYear: /^\d{4}$/.test(row.founded_year ?? '') ? (row.founded_year ?? null) : null,
      hq: [row.hq_city, row.hq_region].filter((part) => part).join(', ') || null,
      employees: row.employee_count || null,
      description: row.description || null,
      ticker: row.ticker || null,
      social,
    },
  ]
}

function domainsOf(main: string | undefined, others: string | undefined): string[] {
  const all = [main ?? '', ...listCell(others)].flatMap((text) => parseDomain(text) ?? [])
  return [...new Set(all)]
}
