import { indexById, indexByName, indexSites } from './company-index.ts'
import type { Company } from './company-record.ts'
import { type CompanyTable, openCompanyTable } from './company-table.ts'
import { hasLine, readDataLines, readDataText } from './data-files.ts'
import { readBankRules } from './matcher/knowledge/bank-lines.ts'
import { readConfidence } from './matcher/knowledge/calibration.ts'
import { readCategoryModel } from './matcher/knowledge/categories/category-model.ts'
import { readCategoryWords } from './matcher/knowledge/categories/category-words.ts'
import type { Knowledge } from './matcher/knowledge/knowledge.ts'
import { indexLines } from './matcher/knowledge/line-index.ts'
import { readProcessors } from './matcher/knowledge/processors.ts'
import { readReader } from './matcher/knowledge/reader.ts'
import { readPlaces } from './matcher/knowledge/towns.ts'
import { readBrandWords } from './matcher/knowledge/words/brand-words.ts'
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
  const { knowledge, rows, sites } = readKnowledge()
  const { companies } = knowledge
  const byName = indexByName(rows)
  const byId = indexById(rows)
  const disposable = readDataText('disposable-domains.txt')
  const freeMail = new Set(readDataLines('free-mail-domains.txt'))
  const shelf = openShelf()
  const claims = openClaims(shelf, (id) => at(companies, byId.get(id)))
  const sideIcons = readPairs(readDataLines('side-icons.tsv'))
  const owners = openOwners(companies, sites, readPairs(readDataLines('group-sites.tsv')))
  const exact = (key: string) => at(companies, byName.get(key))
  return {
    ...knowledge,
    named: (name, country) => findNamed({ exact, claims, owners }, name, country),
    companyOfSite(domain) {
      const company = at(companies, sites.byDomain.get(domain))
      return company && owners.ofSite(company, domain)
    },
    alternativesTo: (name, company) => findAlternatives(claims, name, company),
    shelvedByDomain: shelf.byDomain,
    iconOfDomain: (domain) =>
      sideIcons.get(domain) ?? at(companies, sites.byDomain.get(domain))?.icon ?? null,
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
  const { companies, rows } = openCompanyTable()
  const sites = indexSites(rows, readDataLines('country-domains.tsv'))
  const tables = {
    companies,
    lineIndex: indexLines(rows),
    bankRules: readBankRules(readDataLines('bank-lines.tsv')),
    processors: readProcessors(readDataLines('processors.tsv')),
    noise: readNoise(readDataLines('statement-noise.tsv')),
    places: readPlaces(readDataLines('places.tsv')),
    categoryWords: readCategoryWords(readDataLines('category-words.tsv')),
    categoryModel: readCategoryModel(
      readDataLines('category-model.tsv'),
      readDataLines('category-features.txt'),
    ),
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
      readDataLines('reader-roles.tsv'),
      readDataLines('reader.tsv'),
      readDataLines('limits.tsv'),
    ),
    companyByDomain: (domain: string) => at(companies, sites.byDomain.get(domain)),
  }
  const knowledge: Knowledge = { ...tables, words: openWords(tables) }
  return { knowledge, rows, sites }
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

function at(companies: CompanyTable, position: number | undefined): Company | null {
  return position === undefined ? null : (companies.at(position) ?? null)
}
