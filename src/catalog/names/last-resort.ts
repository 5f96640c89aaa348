import type { Company } from '../company-record.ts'
import { nameWords } from '../name-key.ts'
import type { NameClaims, Named } from './claims.ts'
import { companyWords } from './company-words.ts'
import { coreWords, keyOfWords } from './readings.ts'

/** A key that more companies than this share is nobody's in particular. */
const claimsMax = 24

/**
 * "Philips Electronics" is Philips, and "Flipkart India" Flipkart: a register adds to a name what
 * the company does and where. Only large companies go by their stem, for a small one of the same
 * stem is another; and a trade that nobody would guess must be told of the company.
 */
export function findByStem(claims: NameClaims, spellings: readonly string[]): Named | null {
  for (const spelling of spellings) {
    const words = coreWords(spelling)
    for (let end = words.length - 1; end > 0 && words.length - end <= addedMax; end -= 1) {
      const key = keyOfWords(words.slice(0, end))
      if (key.length < stemLengthMin) break
      const added = words.slice(end)
      const claim = claims(key, claimsMax).find(
        ({ tier, company }) =>
          (tier === 'own' || tier === 'also') &&
          isLarge(company) &&
          isToldBy(added, key.length >= unmistakableMin, company),
      )
      if (claim !== undefined) return { company: claim.company, matchedBy: 'name' }
    }
  }
  return null
}

const addedMax = 5
const stemLengthMin = 4
/** Shorter ones are words: Delta, Target, Shell. */
const unmistakableMin = 7
const largeSizes = new Set(['1001-5000', '5001-10000', '10001+'])
const trades = companyWords('name_trades')
const groupings = companyWords('groupings')
const links = companyWords('links')
const unsaid = companyWords('unsaid')
const places = companyWords('places')
const placeWords = new Set([...places].flatMap((place) => place.split(' ')))

/** A brand that all know is no proof: "Hinge Health" has nothing to do with Hinge. */
export function isLarge({ employees, domain }: Company): boolean {
  return domain !== null && largeSizes.has(employees ?? '')
}

function isToldBy(
  added: readonly string[],
  isUnmistakable: boolean,
  { industry, description }: Company,
): boolean {
  const told = nameWords(`${industry ?? ''} ${description ?? ''}`)
  const known = [groupings, links, unsaid, placeWords, ...(isUnmistakable ? [trades] : [])]
  return added.every(
    (word) =>
      known.some((words) => words.has(word)) ||
      (word.length >= toldLengthMin && told.some((one) => one.startsWith(word.slice(0, -1)))),
  )
}

const toldLengthMin = 5

/** "RBS Royal Bank of Scotland", "FEMSA Fomento Económico Mexicano": two names of one company. */
export function findByTwoNames(claims: NameClaims, spellings: readonly string[]): Named | null {
  const words = coreWords(spellings[0] ?? '')
  if (words.length > wordsMax) return null
  for (let at = 1; at < words.length; at += 1) {
    const [left, right] = [words.slice(0, at), words.slice(at)]
    const bearers = bearersOf(claims, right)
    if (bearers.length === 0) continue
    const initials = right.filter((word) => !unsaid.has(word)).map((word) => word.slice(0, 1))
    const isShort = at === 1 && left[0] === initials.join('') && initials.length > 1
    const others = isShort ? bearers : bearersOf(claims, left)
    const company = bearers.find(({ id }) => others.some((other) => other.id === id))
    if (company !== undefined) return { company, matchedBy: 'name' }
  }
  return null
}

const wordsMax = 8

function bearersOf(claims: NameClaims, words: readonly string[]): readonly Company[] {
  const key = keyOfWords(words)
  if (key.length < 2) return []
  const found = claims(key, claimsMax).filter(({ company }) => company.domain !== null)
  return found.map(({ company }) => company)
}
