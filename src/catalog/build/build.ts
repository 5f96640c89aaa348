// First, since modules read what it writes when they are loaded.
import './words/write-word-tables.ts'
import { readCategoryWords } from './category-words.ts'
import { countryDomains } from './country-domains.ts'
import { fitConfidence } from './fit/fit-confidence.ts'
import { trainCategoryModel } from './fit/train-category-model.ts'
import { trainingLines } from './fit/training-lines.ts'
import { learnGeneric } from './generic.ts'
import { categoryOfIndustry } from './industry-category.ts'
import { companyKeys, lineKeys, type Owners, ownKeys } from './keys.ts'
import { Merger } from './merge/merge.ts'
import { nameWords } from './name-words.ts'
import { placeLines } from './places.ts'
import type { BrandDraft } from './read/draft.ts'
import { Tally } from './read/draft.ts'
import { disposableDomains, freeMailDomains, givenNames } from './read/people.ts'
import { nameParticles, nameSpellings, personNames, roleWords } from './read/person-data.ts'
import { readCompanyFacts, readMerchants } from './read/read-curated.ts'
import { readIcons } from './read/read-icons.ts'
import { readIndex } from './read/read-index.ts'
import { readTsv, sourcesFolder } from './read/read-tsv.ts'
import { printReport } from './report.ts'
import { correctFacts, groupSites } from './seats.ts'
import { writeShelf } from './shelf/write-shelf.ts'
import { copyTable } from './tables.ts'
import { wordingCountries } from './wording-countries.ts'
import { raiseWorldwide } from './worldwide.ts'
import { type Compiled, companyLines, writeLines } from './write-data.ts'

/** `npm run catalog`: compiles the sources into src/catalog/data and prints what it kept. */
/** Tables that the service reads as they are written, after a check and a folding. */
const tables = ['bank-lines.tsv', 'processors.tsv', 'statement-noise.tsv'] as const

const tally = new Tally()
const drafts = joinSources(tally)
const places = placeLines()
const people = givenNames()
const persons = personNames(people)
const words = readCategoryWords()
const compiled = compile(drafts, places.large, people)

const companies = companyLines(compiled)
writeLines('companies.tsv', companies)
writeShelf(compiled, companies.slice(1), tally)
writeLines('places.tsv', places.lines)
writeLines('given-names.txt', people)
writeLines('person-names.txt', persons.given)
writeLines('family-names.txt', persons.family)
writeLines('name-spellings.tsv', nameSpellings())
writeLines('role-words.tsv', roleWords())
writeLines('name-particles.tsv', nameParticles())
writeLines('disposable-domains.txt', disposableDomains())
writeLines('free-mail-domains.txt', freeMailDomains())
writeLines('brand-words.tsv', brandWords())
writeLines('category-words.tsv', words.map(({ word, category }) => `${word}\t${category}`).sort())
// Before the model of categories, which learns from the phrases of banks.
for (const table of tables) copyTable(table, tally)
const categories = trainCategoryModel(drafts, words)
writeLines('category-model.tsv', categories.model)
writeLines('category-features.txt', categories.features)
writeLines('name-words.tsv', nameWords(drafts, words))
const tradeWords = new Set(words.map(({ word }) => word))
writeLines(
  'wording-countries.tsv',
  wordingCountries((word) => tradeWords.has(word)),
)
// Last, since it reads with all that was written before.
writeLines('confidence.tsv', fitConfidence(trainingLines(drafts, borneWords())))
printReport(compiled, tally)

function joinSources(tally: Tally): readonly BrandDraft[] {
  const merger = new Merger(tally)
  for (const draft of readMerchants(tally)) merger.addMerchant(draft)
  for (const draft of readCompanyFacts(tally)) merger.addCompany(draft)
  for (const draft of readIndex(tally).sort((a, b) => b.rank - a.rank)) merger.addIndexed(draft)
  merger.joinToParents()
  const icons = readIcons(tally)
  for (const draft of icons.companies) merger.addIcon(draft)
  for (const draft of icons.homeless) merger.addHomelessIcon(draft)
  raiseWorldwide(merger.entities, tally)
  correctFacts(merger.entities)
  writeLines('group-sites.tsv', groupSites(merger.entities))
  writeLines('side-icons.tsv', [...merger.sideIcons].map((pair) => pair.join('\t')).sort())
  writeLines('country-domains.tsv', countryDomains(merger.entities))
  for (const draft of merger.entities) if (draft.kind === 'company') fillCategory(draft)
  return merger.entities
}

function fillCategory(draft: BrandDraft): void {
  if (draft.category !== null) return
  const [category, mcc] = categoryOfIndustry(draft.industry)
  draft.category = category
  draft.mcc = mcc
}

function compile(
  entities: readonly BrandDraft[],
  towns: ReadonlySet<string>,
  given: readonly string[],
): Compiled[] {
  const kinds = new Set(words.map(({ word }) => word.replace('*', '')))
  const {
    isGeneric,
    words: common,
    shared,
  } = learnGeneric(entities, {
    towns,
    people: new Set(given),
    kinds,
    common: commonWords(),
  })
  writeLines('common-words.txt', common)
  const owners = ownersOf(entities)
  const made = entities.map((draft) => ({
    draft,
    names: companyKeys(draft),
    keys: draft.kind === 'project' ? [] : lineKeys(draft, isGeneric, owners),
  }))
  writeLines('shared-words.tsv', sharedWords(made, shared))
  return made
}

/** Words that are a brand's whole spelling and a part of others' names, with how many these are. */
function sharedWords(made: readonly Compiled[], shared: ReadonlyMap<string, number>): string[] {
  const keys = new Set(made.flatMap((one) => one.keys.map(({ key }) => key)))
  return [...shared]
    .filter(([word]) => keys.has(word))
    .map(([word, count]) => `${word}\t${count}`)
    .sort()
}

function brandWords(): string[] {
  const rows = readTsv(`${sourcesFolder}/brand-words.tsv`)
  const kinds = new Map(
    rows.flatMap(({ kind, words }) =>
      (words ?? '').split(' ').map((word) => [word, kind] as const),
    ),
  )
  return [...kinds].map(([word, kind]) => `${word}\t${kind}`).sort()
}

function borneWords(): string[] {
  const rows = readTsv(`${sourcesFolder}/brand-words.tsv`).filter(({ kind }) => kind === 'borne')
  return [...new Set(rows.flatMap(({ words }) => (words ?? '').split(' ')))].sort()
}

function commonWords(): ReadonlySet<string> {
  const rows = readTsv(`${sourcesFolder}/common-words.tsv`)
  return new Set(rows.flatMap((row) => (row.words ?? '').split(' ')))
}

function ownersOf(entities: readonly BrandDraft[]): Owners {
  const owners = new Map<string, BrandDraft[]>()
  for (const draft of entities.filter(ownsItsName)) {
    for (const key of new Set(ownKeys(draft))) {
      const list = owners.get(key)
      if (list === undefined) owners.set(key, [draft])
      else list.push(draft)
    }
  }
  return owners
}

/** Brands own their names. Projects, transit lines and local operators do not. */
function ownsItsName({ kind }: BrandDraft): boolean {
  return kind !== 'project' && kind !== 'operator' && kind !== 'transit'
}
