import { labelOf } from '../domain-name.ts'
import { nameKeys } from '../name-key.ts'
import type { BrandDraft, Tally } from './read/draft.ts'

/**
 * A brand's record for the whole world stands above the records of its countries, so that a line
 * that names no country is answered with the main site and not with some country's.
 */
export function raiseWorldwide(drafts: readonly BrandDraft[], tally: Tally): void {
  const families = new Map<string, BrandDraft[]>()
  for (const draft of drafts) {
    if (draft.domain === null || draft.kind === 'project') continue
    const family = `${nameKeys(draft.name)[0]}|${labelOf(draft.domain)}`
    const members = families.get(family)
    if (members === undefined) families.set(family, [draft])
    else members.push(draft)
  }
  for (const members of families.values()) {
    const rank = Math.max(...members.map((member) => member.rank))
    for (const member of members) {
      if (member.rank >= rank || !isWorldwide(member)) continue
      if (!members.some((other) => other !== member && sameTrade(other, member))) continue
      member.rank = rank
      tally.add('brands: the main record raised above those of its countries')
    }
  }
}

function isWorldwide({ countries, domain }: BrandDraft): boolean {
  return countries.length === 0 && domain?.endsWith('.com') === true
}

/** The table of companies tells no category; it is filled in later, from the industry. */
function sameTrade(a: BrandDraft, b: BrandDraft): boolean {
  return a.category === b.category || a.category === null || b.category === null
}
