import { labelOf } from '../../domain-name.ts'
import { nameKeys } from '../../name-key.ts'
import type { BrandDraft } from '../read/draft.ts'

export function sharesName(a: BrandDraft, b: BrandDraft): boolean {
  const keys = new Set([a.name, ...a.otherNames].flatMap(nameKeys))
  return [b.name, ...b.otherNames].flatMap(nameKeys).some((key) => keys.has(key))
}

export function related(a: BrandDraft, b: BrandDraft): boolean {
  const [left = ''] = nameKeys(a.name)
  const [right = ''] = nameKeys(b.name)
  return left.startsWith(right) || right.startsWith(left)
}

export function compatible(a: BrandDraft, b: BrandDraft): boolean {
  if (a.countries.length === 0 || b.countries.length === 0) return true
  return a.countries.some((code) => b.countries.includes(code))
}

/** "Coca-Cola" is the brand of a company that lists its site as a further one, not that company. */
export function isOwnerOf({ kind, otherDomains }: BrandDraft, brand: BrandDraft): boolean {
  return kind === 'company' && brand.domain !== null && otherDomains.includes(brand.domain)
}

/** A brand of another name, with a drawing of its own: Chevrolet on a site of General Motors. */
export function isSideBrand(owner: BrandDraft, brand: BrandDraft): boolean {
  if (owner.domain === brand.domain || related(owner, brand)) return false
  return brand.domain !== null && owner.otherDomains.includes(brand.domain)
}

/** The same name without a site of its own, where both trade: a fuel station of a supermarket. */
export function isSmallTwin(known: BrandDraft, draft: BrandDraft): boolean {
  return draft.domain === null && compatible(known, draft)
}

/** A curated row that says it trades here knows the right site better than the index does. */
export function isCuratedTwin(known: BrandDraft, draft: BrandDraft): boolean {
  if (known.kind === 'company' && known.domain === null) {
    return draft.domain !== null && nameKeys(draft.name)[0] === labelOf(draft.domain)
  }
  if (known.rank < 8 || !compatible(known, draft)) return false
  if (known.domain === null || draft.domain === null) return true
  if (known.countries.length === 0 && draft.countries.length === 1) return false
  return labelOf(known.domain) === labelOf(draft.domain) || draft.countries.length !== 1
}
