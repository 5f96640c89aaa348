import { type PersonWords, wordKey } from '../../catalog/person-words.ts'
import { areInitials } from './initials.ts'

/** Writes the parts of a name as its bearer would: J. Smith, Anna van der Berg, Niamh McCarthy. */
export function caseOfName(words: PersonWords, parts: readonly string[]): string {
  return parts.map((part, at) => caseOfPart(words, part, parts, at)).join(' ')
}

function caseOfPart(
  words: PersonWords,
  part: string,
  parts: readonly string[],
  at: number,
): string {
  const key = wordKey(part)
  const particle = words.particles.get(key)
  const isLast = at === parts.length - 1
  if (particle?.kind === 'apostrophe' && at > 0 && !isLast) return `'${part}`
  if (key.length === 1) return `${part.toUpperCase()}.`
  if (particle?.kind === 'suffix' && isLast && at > 0) return particle.spelled
  if (particle?.kind === 'small' && at > 0 && !isLast) return part
  if (at === 0 && areInitials(words, key)) return part.toUpperCase()
  return words.spellings.get(key) ?? capitalised(words, part)
}

function capitalised(words: PersonWords, part: string): string {
  const glued = gluedPrefix(words, part)
  if (glued !== '') return upperFirst(glued) + upperFirst(part.slice(glued.length))
  return part
    .split('-')
    .map((piece) => words.spellings.get(wordKey(piece)) ?? aroundApostrophe(words, piece))
    .join('-')
}

/** A prefix that is written together with a name, which keeps its capital: McCarthy. */
function gluedPrefix(words: PersonWords, part: string): string {
  const prefix = part.slice(0, 2)
  const isGlued = words.particles.get(prefix)?.kind === 'glued'
  return isGlued && part.length > prefix.length + 2 ? prefix : ''
}

function aroundApostrophe(words: PersonWords, piece: string): string {
  return piece.replace(/[^'’]+/g, (word, at: number) => {
    const isElided = at === 0 && word !== piece && words.particles.get(word)?.kind === 'elided'
    return isElided ? word : upperFirst(word)
  })
}

function upperFirst(word: string): string {
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('')
}
