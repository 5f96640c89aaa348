import { type ParticleKind, type PersonWords, wordKey } from '../../catalog/person-words.ts'
import { areInitials } from './initials.ts'
import { caseOfName } from './name-case.ts'

const partsMax = 6
const namePart = /^\p{L}[\p{L}\p{M}'’-]*$/u

export interface NameOptions {
  /** At a company the form first.last is a name; elsewhere people call themselves anything. */
  readonly atCompany: boolean
}

/** The name that the parts of an address spell, or null where it would be a guess. */
export function nameOfParts(
  words: PersonWords,
  written: readonly string[],
  { atCompany }: NameOptions,
): string | null {
  if (written.length > partsMax + 2) return null
  const parts = withoutMarks(words, written)
  if (parts.length === 0 || parts.length > partsMax) return null
  if (!parts.every((part) => namePart.test(part))) return null
  if (parts.length === 1) return nameOfOneWord(words, parts[0] ?? '')
  if (!isNameLike(words, parts, atCompany)) return null
  return caseOfName(words, inOrder(words, parts))
}

/** A doctor and a contractor are named like anybody else. */
function withoutMarks(words: PersonWords, written: readonly string[]): readonly string[] {
  const bare = written.filter((part) => kindOf(words, part) !== 'mark')
  const isTitled = bare.length > 2 && kindOf(words, bare[0] ?? '') === 'title'
  return isTitled ? bare.slice(1) : bare
}

function nameOfOneWord(words: PersonWords, word: string): string | null {
  const pieces = word.split('-')
  return pieces.every((piece) => words.isGiven(wordKey(piece))) ? caseOfName(words, [word]) : null
}

/** An initial needs a name beside it, and letters without a vowel a name that is known. */
function isNameLike(words: PersonWords, parts: readonly string[], atCompany: boolean): boolean {
  const full = parts.filter(
    (part) => !areInitials(words, wordKey(part)) && kindOf(words, part) !== 'suffix',
  )
  if (full.length === 0 || full.every((part) => words.particles.has(wordKey(part)))) return false
  const known = full.some((part) => isKnown(words, part))
  if (full.length === 1) return known || (full[0] ?? '').length > 2
  return known || (atCompany && full.every(isSpoken))
}

function isKnown(words: PersonWords, part: string): boolean {
  const isName = (key: string) => words.isGiven(key) || words.isFamily(key)
  return isName(wordKey(part)) || part.split('-').some((piece) => isName(wordKey(piece)))
}

/** Abbreviations have no vowel; scripts other than Latin are not judged. */
function isSpoken(part: string): boolean {
  const key = wordKey(part)
  return /[aeiouy]/.test(key) || /[^a-z'-]/.test(key)
}

/**
 * The given name first, where both are known and the family's stands first. Everything else stays
 * as written: Zhang Wei puts the family first, and so does Nguyen Minh.
 */
function inOrder(words: PersonWords, parts: readonly string[]): readonly string[] {
  const [first = '', last = ''] = parts
  if (parts.length !== 2 || first.length === 1) return parts
  const [firstKey, lastKey] = [wordKey(first), wordKey(last)]
  const isFamilyFirst = words.isFamily(firstKey) && !words.isGiven(firstKey)
  const isGivenLast = lastKey.length === 1 || (words.isGiven(lastKey) && !words.isFamily(lastKey))
  return isFamilyFirst && isGivenLast ? [last, first] : parts
}

function kindOf(words: PersonWords, part: string): ParticleKind | undefined {
  return words.particles.get(wordKey(part))?.kind
}
