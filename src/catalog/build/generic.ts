import { labelOf } from '../domain-name.ts'
import { foldWords } from '../fold.ts'
import type { Generic } from './keys.ts'
import type { BrandDraft } from './read/draft.ts'

const namesMin = 7
/** A trade's word of some language is a part of many names only where it stands in some of them. */
const tradeNamesMin = 4

/**
 * Names that say little by themselves, learned from the names of all brands: a word that begins or
 * fills many of them ("fresh", "market", "city") is no brand's own.
 */
export interface Learned {
  readonly isGeneric: Generic
  readonly words: readonly string[]
  /** How many names of others hold a word that too few hold to make it common. */
  readonly shared: ReadonlyMap<string, number>
}

export function learnGeneric(
  drafts: readonly BrandDraft[],
  extra: {
    readonly towns: ReadonlySet<string>
    readonly people: ReadonlySet<string>
    readonly kinds: ReadonlySet<string>
    readonly common: ReadonlySet<string>
  },
): Learned {
  const frequency = new Map<string, number>()
  const counted = new Set<string>()
  for (const { name, domain } of drafts) {
    const words = new Set(foldWords(name))
    if (words.size < 2 || counted.has(name)) continue
    counted.add(name)
    // Walmart's own daughters make its name no common word.
    const own = domain === null ? null : labelOf(domain)
    for (const word of words) {
      if (word !== own) frequency.set(word, (frequency.get(word) ?? 0) + 1)
    }
  }
  const frequentAs = (word: string, min: number) =>
    (frequency.get(word) ?? 0) >= min || extra.common.has(word) || /^\d+$/.test(word)
  const widespread = (word: string) => frequentAs(word, namesMin)
  const common = (word: string) =>
    frequentAs(word, extra.kinds.has(word) ? tradeNamesMin : namesMin)
  const isGeneric: Generic = (key, words, rank) => {
    if (extra.towns.has(key)) return true
    if (isTwoCommon(key, widespread)) return true
    if (words.length === 1)
      return (
        common(key) || extra.kinds.has(key) || (extra.people.has(key) && rank < 8) || key.length < 4
      )
    return words.every(common)
  }
  const frequent = [...frequency].filter(([, count]) => count >= namesMin).map(([word]) => word)
  const words = [...new Set([...frequent, ...extra.common])].filter((word) => /^\D{3,}$/.test(word))
  const shared = new Map([...frequency].filter(([, count]) => count < namesMin))
  return { isGeneric, words: words.sort(), shared }
}

/** "Coffeeshop" and "foodmarket" are as common as their two words. */
function isTwoCommon(key: string, common: (word: string) => boolean): boolean {
  for (let at = 3; at <= key.length - 3; at += 1) {
    if (common(key.slice(0, at)) && common(key.slice(at))) return true
  }
  return false
}
