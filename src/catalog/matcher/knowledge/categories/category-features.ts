/** Marks that tell the kinds of features apart: words beside a name, and sides of a line. */
const besideMark = '~'
const sideMarks = ['$', '@', '!']

/**
 * A line as a whole: whether money came or went, whether somebody is named, and where nobody is,
 * the place of the bank's phrase in the table of phrases.
 */
export type Side = '$+' | '$-' | '$?' | '@name' | '@nobody' | `!${number}`

export function sidesOf(
  isNamed: boolean,
  came: boolean | null,
  phrase: number | null,
): readonly Side[] {
  const sign = came === null ? '$?' : came ? '$+' : '$-'
  if (isNamed) return [sign, '@name']
  return phrase === null ? [sign, '@nobody'] : [sign, '@nobody', phraseSide(phrase)]
}

export function phraseSide(phrase: number): Side {
  return `!${phrase}`
}

export function isBeside(feature: string): boolean {
  return feature.startsWith(besideMark)
}

export function isSide(feature: string): boolean {
  return sideMarks.includes(feature.charAt(0))
}

/** Two signs of Chinese or Japanese say as much as four letters. */
const gramLength = { letters: 4, signs: 2 }
const isOfSigns = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const lettersMax = 20

/** Whole words, and their runs of letters with the ends marked, for what was never seen. */
export function featuresInName(word: string): string[] {
  if (word.length < 2 || /^\d+$/.test(word)) return []
  const features = [word]
  const marked = `^${word.slice(0, lettersMax)}$`
  const length = isOfSigns.test(word) ? gramLength.signs : gramLength.letters
  for (let at = 0; at + length <= marked.length; at += 1) {
    features.push(`#${marked.slice(at, at + length)}`)
  }
  return features
}

const beginningLength = 5

/** Whole words and their beginnings: what stands around a name is the bank's, or a purpose. */
export function featuresBeside(word: string): string[] {
  if (word.length < 2 || /^\d+$/.test(word) || (word.length > 4 && /\d/.test(word))) return []
  const begun = word.length > beginningLength ? [`^${word.slice(0, beginningLength)}`] : []
  return [word, ...begun].map((one) => besideMark + one)
}

export const nameWordsMax = 6

export function nameFeatures(words: readonly string[]): string[] {
  return words.slice(0, nameWordsMax).flatMap(featuresInName)
}
