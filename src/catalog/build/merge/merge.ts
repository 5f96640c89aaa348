import { labelOf } from '../../domain-name.ts'
import { nameKeys, nameWords } from '../../name-key.ts'
import type { BrandDraft, Tally } from '../read/draft.ts'
import {
  compatible,
  isCuratedTwin,
  isOwnerOf,
  isSideBrand,
  isSmallTwin,
  related,
  sharesName,
} from './twins.ts'

/** Joins the sources' rows for one brand. Curated rows come first and keep their word. */
export class Merger {
  readonly entities: BrandDraft[] = []
  /** Drawings of brands that have no record but their owner's, by their site. */
  readonly sideIcons = new Map<string, string>()
  readonly #byDomain = new Map<string, BrandDraft[]>()
  readonly #byName = new Map<string, BrandDraft[]>()
  readonly #tally: Tally

  constructor(tally: Tally) {
    this.#tally = tally
  }

  addMerchant(draft: BrandDraft): void {
    const twin = this.#named(draft).find((other) => other.domain === draft.domain)
    if (twin === undefined) {
      this.#insert(draft)
      return
    }
    this.#tally.add('merchants: joined with a row of the same name and domain')
    this.#join(twin, draft)
  }

  /** Facts go to the brand that bears the company's name, or else to the only one of its domain. */
  addCompany(draft: BrandDraft): void {
    const sameDomain = this.#byDomain.get(draft.domain ?? '') ?? []
    const named =
      sameDomain.find((other) => nameKeys(other.name)[0] === nameKeys(draft.name)[0]) ??
      sameDomain.find((other) => other.domain === draft.domain && sharesName(other, draft))
    const label = sameDomain.find(
      (other) => nameKeys(other.name)[0] === labelOf(draft.domain ?? ''),
    )
    const target =
      named ??
      (label !== undefined && related(label, draft) ? label : undefined) ??
      this.#sameCompany(draft)
    if (target === undefined) {
      this.#insert(draft)
      return
    }
    this.#join(target, draft)
  }

  addIndexed(draft: BrandDraft): void {
    const named = this.#named(draft).filter((other) => !isOwnerOf(other, draft))
    const twin =
      named.find((other) => other.domain !== null && other.domain === draft.domain) ??
      named.find((other) => other.domain !== null && draft.otherDomains.includes(other.domain)) ??
      named.find((other) => draft.domain !== null && other.otherDomains.includes(draft.domain)) ??
      named.find((other) => isSmallTwin(other, draft)) ??
      named.find((other) => isCuratedTwin(other, draft))
    if (twin !== undefined) {
      this.#tally.add('index: joined with a known brand')
      this.#join(twin, draft)
      return
    }
    const owner = this.#byDomain.get(draft.domain ?? '')
    if (owner !== undefined && draft.kind === 'operator') {
      this.#tally.add('index: operator that shares a domain with a brand')
      return
    }
    this.#insert(draft)
  }

  /** "BP Express" without a site of its own is BP by another name. */
  joinToParents(): void {
    const famous = new Map<string, BrandDraft>()
    for (const draft of this.entities) {
      const key = nameWords(draft.name).join(' ')
      if (draft.rank >= parentMin && draft.domain !== null)
        famous.set(key, famous.get(key) ?? draft)
    }
    for (const draft of [...this.entities]) {
      if (draft.domain !== null || draft.rank >= parentMin || draft.kind !== 'merchant') continue
      const parent = parentOf(draft, famous)
      if (parent === undefined || parent === draft) continue
      this.entities.splice(this.entities.indexOf(draft), 1)
      parent.otherNames.push(draft.name)
      this.#tally.add('index: joined with the brand whose name it begins with')
    }
  }

  addIcon(draft: BrandDraft): void {
    const ofDomain = this.#byDomain.get(draft.domain ?? '') ?? []
    const sameDomain = ofDomain.filter((other) => !isSideBrand(other, draft))
    const [title = ''] = nameKeys(draft.name)
    const named =
      sameDomain.find((other) => sharesName(other, draft)) ??
      // Trulia's drawing is not Zillow's, although Zillow owns the domain.
      sameDomain.find(
        (other) => other.domain === draft.domain && labelOf(draft.domain ?? '') === title,
      )
    if (named === undefined) {
      const owned = ofDomain.some((other) => isSideBrand(other, draft) && sharesName(other, draft))
      if (owned) this.sideIcons.set(draft.domain ?? '', draft.icon ?? '')
      else this.#insert(draft)
      return
    }
    this.#tally.add('icons: joined with a known brand')
    this.#join(named, { ...draft, otherNames: [], category: null, mcc: null })
  }

  /** Tables of facts repeat companies, some without a domain; two domains are two companies. */
  #sameCompany(draft: BrandDraft): BrandDraft | undefined {
    const bearersOf = (name: string) => nameKeys(name).flatMap((key) => this.#byName.get(key) ?? [])
    // A shop without a site is a company by its own name only: RBI is no country's Burger King.
    const candidates = [
      ...bearersOf(draft.name),
      ...draft.otherNames
        .flatMap(bearersOf)
        .filter((other) => other.kind === 'company' || other.domain !== null),
    ]
    return candidates.find(
      (other) =>
        (other.kind === 'company' || other.rank >= 8) &&
        (other.domain === null || draft.domain === null || other.domain === draft.domain),
    )
  }

  /** Only where a known brand has the drawing's title for its name and for its domain. */
  addHomelessIcon(draft: BrandDraft): void {
    const [title = ''] = nameKeys(draft.name)
    const owner = this.#named(draft).find(
      ({ icon, rank, ...brand }) => icon === null && rank >= 4 && sitesOf(brand).includes(title),
    )
    if (owner === undefined) return
    this.#tally.add('icons: given to a brand of its title and domain')
    owner.icon = draft.icon
  }

  #named(draft: BrandDraft): readonly BrandDraft[] {
    return this.#byName.get(nameKeys(draft.name).at(-1) ?? '') ?? []
  }

  #insert(draft: BrandDraft): void {
    this.entities.push(draft)
    for (const key of nameKeys(draft.name)) append(this.#byName, key, draft)
    for (const domain of [draft.domain, ...draft.otherDomains]) {
      if (domain !== null) append(this.#byDomain, domain, draft)
    }
  }

  #join(target: BrandDraft, extra: BrandDraft): void {
    const known = new Set([target.domain, ...target.otherDomains])
    for (const domain of [extra.domain, ...extra.otherDomains]) {
      if (domain === null || known.has(domain)) continue
      if (target.domain === null) target.domain = domain
      else target.otherDomains.push(domain)
      known.add(domain)
      append(this.#byDomain, domain, target)
    }
    const called = target.name === extra.name ? [] : [extra.name]
    target.otherNames = union(target.otherNames, [...called, ...extra.otherNames])
    target.aliases = union(target.aliases, extra.aliases)
    target.rank = Math.max(target.rank, extra.rank)
    if (target.kind === 'company' && extra.kind !== 'company' && extra.category !== null) {
      becomeBrand(target, extra)
    }
    target.category ??= extra.category
    target.mcc ??= extra.mcc
    target.industry ??= extra.industry
    target.foundedYear ??= extra.foundedYear
    target.hq ??= extra.hq
    target.employees ??= extra.employees
    target.description ??= extra.description
    target.icon ??= extra.icon
    target.ticker ??= extra.ticker
    target.social = { ...extra.social, ...target.social }
  }
}

/** "Coles Group" keeps shops under the name and on the site of "Coles". */
function becomeBrand(company: BrandDraft, brand: BrandDraft): void {
  company.kind = brand.kind
  if (company.name === brand.name) return
  company.otherNames.push(company.name)
  company.name = brand.name
  if (brand.domain === null || company.domain === brand.domain) return
  if (company.domain !== null) company.otherDomains.push(company.domain)
  company.domain = brand.domain
}

/** Labels of its site, and of its further ones where it is listed and so no stranger. */
function sitesOf(brand: Pick<BrandDraft, 'domain' | 'otherDomains' | 'ticker'>): string[] {
  const further = brand.ticker === null ? [] : brand.otherDomains
  return [brand.domain, ...further].flatMap((domain) => (domain === null ? [] : [labelOf(domain)]))
}

const parentMin = 6

function parentOf(
  draft: BrandDraft,
  famous: ReadonlyMap<string, BrandDraft>,
): BrandDraft | undefined {
  const words = nameWords(draft.name)
  for (let length = words.length - 1; length > 0; length -= 1) {
    const parent = famous.get(words.slice(0, length).join(' '))
    if (parent !== undefined && compatible(parent, draft)) return parent
  }
  return undefined
}

function append(map: Map<string, BrandDraft[]>, key: string, draft: BrandDraft): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [draft])
  else if (!list.includes(draft)) list.push(draft)
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])]
}
