import { type PersonWords, wordKey } from '../../catalog/person-words.ts'
import { areInitials } from './initials.ts'

/** Long addresses are judged by their beginning: every piece is compared with every other. */
const piecesMax = 10

/** Whether the pieces of an address name a desk or a machine instead of a person. */
export function isNobody(words: PersonWords, pieces: readonly string[]): boolean {
  const keys = pieces.slice(0, piecesMax).map(wordKey)
  if (keys.some((key) => isDesk(words, key))) return true
  const [only, ...others] = keys
  if (only !== undefined && others.length === 0) return isDeskAlone(words, only)
  if (keys.length > 0 && keys.every((key) => words.roles.get(key) === 'link')) return true
  return keys.some((key, at) => isDoubtful(words, key) && !hasNameBeside(words, keys, at))
}

function isDesk(words: PersonWords, key: string): boolean {
  return words.roles.get(key) === 'desk' || (!isName(words, key) && isCompound(words, key))
}

function isDeskAlone(words: PersonWords, key: string): boolean {
  const role = words.roles.get(key)
  if (role === 'often') return true
  return (role !== undefined || isEnded(words, key)) && !words.isGiven(key)
}

function isDoubtful(words: PersonWords, key: string): boolean {
  const role = words.roles.get(key)
  return role === 'either' || role === 'often' || (role === undefined && isEnded(words, key))
}

/**
 * Whether another piece makes this one a name: Emily beside Post. Two common words are a person
 * only as a given name with a family name: Grace Hill, but red.bull and front.gate are nobody.
 */
function hasNameBeside(words: PersonWords, keys: readonly string[], at: number): boolean {
  const own = keys[at] ?? ''
  return keys.some((key, other) => {
    if (other === at || words.roles.get(key) === 'link') return false
    if (areInitials(words, key)) return words.isFamily(own)
    if (!words.roles.has(key)) return isName(words, key) || isGivenWord(words, own)
    return (
      (words.isGiven(key) && words.isFamily(own)) || (words.isFamily(key) && words.isGiven(own))
    )
  })
}

function isName(words: PersonWords, key: string): boolean {
  return words.isGiven(key) || words.isFamily(key)
}

/** Grace and Rose before a word that nobody listed; a town before it is an office. */
function isGivenWord(words: PersonWords, key: string): boolean {
  return words.roles.get(key) === 'either' && words.isGiven(key)
}

const stemMin = 2

/** Whether the word ends as words of desks do: buildbot, salesteam. Talbot is a known name. */
function isEnded(words: PersonWords, key: string): boolean {
  if (isName(words, key)) return false
  return words.endings.some((ending) => {
    return key.length >= ending.length + stemMin && key.endsWith(ending)
  })
}

const compoundMin = 8
const compoundMax = 40
const partMin = 4

/** Two or three words of desks written as one: accountspayable, rechnungseingang. */
function isCompound(words: PersonWords, key: string): boolean {
  if (key.length < compoundMin || key.length > compoundMax) return false
  return isMadeOf(words, key, 3)
}

function isMadeOf(words: PersonWords, key: string, partsMax: number): boolean {
  if (words.roles.get(key) === 'desk') return true
  if (partsMax === 1) return false
  for (let at = partMin; at <= key.length - partMin; at += 1) {
    const isRest = words.roles.get(key.slice(0, at)) === 'desk'
    if (isRest && isMadeOf(words, key.slice(at), partsMax - 1)) return true
  }
  return false
}
