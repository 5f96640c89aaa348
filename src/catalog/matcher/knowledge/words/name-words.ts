import { limit } from '../limits.ts'
/** The words that names are made of, in order, each with the number of names that bear it. */
export interface NameWords {
  readonly words: readonly string[]
  readonly names: readonly number[]
}

export function readNameWords(lines: readonly string[]): NameWords {
  const words: string[] = []
  const names: number[] = []
  for (const line of lines) {
    const tab = line.indexOf('\t')
    words.push(line.slice(0, tab))
    names.push(Number(line.slice(tab + 1)))
  }
  return { words, names }
}

const beginningMin = 4
/** A word of fewer names is less likely than one that nobody knows. */
const namesMin = limit('completedNames')
/** Less of a word than this could be the beginning of anything. */
const partMin = limit('completedPart')
/** A word of so few names is oftener the other one cut off. */
const rareMax = limit('completedRare')
/** As many of the names with a word that begins so have the same one. */
const shareMin = limit('completedShare')

/**
 * The rest of a cut-off word, where nearly all names that begin so have the same: "HEALTHC" lacks
 * "are". Nothing where it is a word of names itself, or may be the beginning of several.
 */
export function restOfWord({ words, names }: NameWords, beginning: string): string {
  if (beginning.length < beginningMin || !/^[a-z]+$/.test(beginning)) return ''
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle] ?? '') < beginning) low = middle + 1
    else high = middle
  }
  const own = words[low] === beginning ? (names[low] ?? 0) : 0
  let most = 0
  let best = ''
  for (let at = own > 0 ? low + 1 : low; words[at]?.startsWith(beginning); at += 1) {
    const count = names[at] ?? 0
    if (count <= most) continue
    most = count
    best = words[at] ?? ''
  }
  if (most < namesMin || own > most * rareMax) return ''
  if (beginning.length < best.length * partMin) return ''
  let all = 0
  let same = 0
  for (let at = low; words[at]?.startsWith(beginning); at += 1) {
    const count = names[at] ?? 0
    all += count
    // Its plural and what is joined to it begin alike: "hotels", "coffeehouse".
    if (words[at]?.startsWith(best)) same += count
  }
  return same >= all * shareMin ? best.slice(beginning.length) : ''
}
