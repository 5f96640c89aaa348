import { type Company, type CompanyRow, readCompanies } from './company-record.ts'
import { hasLine, readDataLines, readDataText } from './data-files.ts'
import { readBankRules } from './matcher/knowledge/bank-lines.ts'
import { readConfidence } from './matcher/knowledge/calibration.ts'
import type { Knowledge } from './matcher/knowledge/knowledge.ts'
import { indexLines } from './matcher/knowledge/line-index.ts'
import { readProcessors } from './matcher/knowledge/processors.ts'
import { readReader } from './matcher/knowledge/reader.ts'
import { readPlaces } from './matcher/knowledge/towns.ts'
import { readBrandWords } from './matcher/knowledge/words/brand-words.ts'
import { readCategoryModel } from './matcher/knowledge/words/category-model.ts'
import { readCategoryWords } from './matcher/knowledge/words/category-words.ts'
import { readNameWords } from './matcher/knowledge/words/name-words.ts'
import { openWords } from './matcher/knowledge/words/word.ts'
import { readWordings } from './matcher/knowledge/words/wordings.ts'
import { readNoise } from './matcher/reading/noise.ts'
import type { Named } from './names/claims.ts'
import { openClaims } from './names/claims.ts'
import { findAlternatives, findNamed } from './names/find-named.ts'
import { openOwners } from './names/owner.ts'
import { type PersonWords, readPeople, readPersonWords } from './person-words.ts'
import { openShelf } from './shelf/shelf.ts'

export type { Company } from './company-record.ts'

/** The built-in knowledge, read once at start from the generated text files of data/. */
export type Catalog = Knowledge & {
  /** However registers and people write the name, in the catalog or on the shelf. */
  readonly named: (name: string, country: string | null) => Named | null
  /** Others that bear a name, likeliest first. */
  readonly alternativesTo: (name: string, company: Company) => readonly Company[]
  /** The company behind a site: of a brand without facts the one that the brand is named after. */
  readonly companyOfSite: (domain: string) => Company | null
  /** A company that only the shelf knows, which matching of bank lines leaves out. */
  readonly shelvedByDomain: (domain: string) => Company | null
  /** Slug of the drawing for a main or other domain of a company. */
  readonly iconOfDomain: (domain: string) => string | null
  readonly isDisposable: (domain: string) => boolean
  readonly isFreeMail: (domain: string) => boolean
  readonly personWords: PersonWords
}

export function openCatalog(): Catalog {
  const { knowledge, rows, byDomain } = readKnowledge()
  const { companies } = knowledge
  const byName = indexByName(rows)
  const disposable = readDataText('disposable-domains.txt')
  const freeMail = new Set(readDataLines('free-mail-domains.txt'))
  const shelf = openShelf()
  const claims = openClaims(shelf, finderOfIds(companies))
  const sideIcons = readPairs(readDataLines('side-icons.tsv'))
  const owners = openOwners(companies, readPairs(readDataLines('group-sites.tsv')))
  const exact = (key: string) => at(companies, byName.get(key))
  return {
    ...knowledge,
    named: (name, country) => findNamed({ exact, claims, owners }, name, country),
    companyOfSite(domain) {
      const company = at(companies, byDomain.get(domain))
      return company && owners.ofSite(company, domain)
    },
    alternativesTo: (name, company) => findAlternatives(claims, name, company),
    shelvedByDomain: shelf.byDomain,
    iconOfDomain: (domain) =>
      sideIcons.get(domain) ?? at(companies, byDomain.get(domain))?.icon ?? null,
    isDisposable: (domain) => hasLine(disposable, domain),
    isFreeMail: (domain) => freeMail.has(domain),
    personWords: readPersonWords(knowledge.people),
  }
}

/** The part for bank lines alone: threads that match have no use for the rest. */
export function openLineKnowledge(): Knowledge {
  return readKnowledge().knowledge
}

function readKnowledge() {
  const rows = readCompanies(readDataLines('companies.tsv'))
  const companies = rows.map(({ company }) => company)
  const byDomain = indexByDomain(companies, readDataLines('country-domains.tsv'))
  const tables = {
    companies,
    lineIndex: indexLines(rows),
    bankRules: readBankRules(readDataLines('bank-lines.tsv')),
    processors: readProcessors(readDataLines('processors.tsv')),
    noise: readNoise(readDataLines('statement-noise.tsv')),
    places: readPlaces(readDataLines('places.tsv')),
    categoryWords: readCategoryWords(readDataLines('category-words.tsv')),
    categoryModel: readCategoryModel(readDataText('category-model.tsv')),
    confidence: readConfidence(readDataLines('confidence.tsv')),
    commonWords: new Set(readDataLines('common-words.txt')),
    sharedWords: readNumbers(readDataLines('shared-words.tsv')),
    people: readPeople(),
    givenNames: new Set(readDataLines('given-names.txt')),
    brandWords: readBrandWords(readDataLines('brand-words.tsv')),
    nameWords: readNameWords(readDataLines('name-words.tsv')),
    wordings: readWordings(readDataLines('wording-countries.tsv')),
    reader: readReader(
      readDataLines('reader-words.tsv'),
      readDataLines('reader.tsv'),
      readDataLines('limits.tsv'),
    ),
    companyByDomain: (domain: string) => at(companies, byDomain.get(domain)),
  }
  const knowledge: Knowledge = { ...tables, words: openWords(tables) }
  return { knowledge, rows, byDomain }
}

function readNumbers(lines: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    lines.map((line) => {
      const [word = '', number] = line.split('\t')
      return [word, Number(number)]
    }),
  )
}

function readPairs(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(lines.map((line) => line.split('\t') as [string, string]))
}

function at(companies: readonly Company[], index: number | undefined): Company | null {
  return index === undefined ? null : (companies[index] ?? null)
}

/** The index is made when the first spelling asks for it: most are found without it. */
function finderOfIds(companies: readonly Company[]): (id: string) => Company | null {
  let positions: ReadonlyMap<string, number> | null = null
  return (id) => {
    positions ??= new Map(companies.map((company, position) => [company.id, position]))
    return at(companies, positions.get(id))
  }
}

/**
 * The table is ordered by what is known of a company, so the first claim to a domain or a name is
 * the best. A main domain outweighs another company's side domain, a name another's former one.
 */
function indexByDomain(
  companies: readonly Company[],
  countryDomains: readonly string[],
): ReadonlyMap<string, number> {
  const index = new Map<string, number>()
  companies.forEach(({ domain }, position) => {
    if (domain !== null && !index.has(domain)) index.set(domain, position)
  })
  companies.forEach((company, position) => {
    for (const domain of company.otherDomains) {
      const owner = companies[index.get(domain) ?? -1]
      const isNamesake = (one: Company) => one.key === domain.slice(0, domain.indexOf('.'))
      // "Amazon" lives on amazon.co.uk, and "Amazon Hub" there with it.
      if (owner === undefined || (isNamesake(company) && !isNamesake(owner))) {
        index.set(domain, position)
      }
    }
  })
  for (const line of countryDomains) {
    const [domain = '', main = ''] = line.split('\t')
    const position = index.get(main)
    if (position !== undefined && !index.has(domain)) index.set(domain, position)
  }
  return index
}

function indexByName(rows: readonly CompanyRow[]): ReadonlyMap<string, number> {
  const index = new Map<string, number>()
  rows.forEach(({ company }, position) => {
    const owner = rows[index.get(company.key) ?? -1]?.company
    if (owner === undefined || isWorldwide(company, owner)) index.set(company.key, position)
  })
  rows.forEach(({ company, nameKeys }, position) => {
    if (nameKeys.length === company.key.length) return
    for (const key of nameKeys.split(';')) {
      const owner = index.get(key)
      if (owner === undefined || isShortFor(key, company, rows[owner]?.company)) {
        index.set(key, position)
      }
    }
  })
  return index
}

/** The record on a .com is the one that people mean, where no more is known of another. */
function isWorldwide(company: Company, owner: Company): boolean {
  const isAsKnown =
    owner.rank === company.rank && owner.hq === company.hq && owner.employees === company.employees
  return isAsKnown && company.domain?.endsWith('.com') === true && !owner.domain?.endsWith('.com')
}

/** "Delta" is the airline, although a shop that nothing else is known of has just this name. */
function isShortFor(key: string, company: Company, owner: Company | undefined): boolean {
  if (owner === undefined || owner === company || owner.key !== key) return false
  const unknown = owner.hq === null && owner.foundedYear === null && owner.rank < famousRank
  const known = company.hq !== null && company.foundedYear !== null && company.employees !== null
  return unknown && known && company.key.startsWith(key)
}

const famousRank = 6
