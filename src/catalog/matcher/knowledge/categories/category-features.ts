/**
 * Features that the model of categories knows a line by: words of the name by themselves and by
 * their runs of letters, words beside it with a `~`, and sides of the line as a whole.
 */
export type Side = '$+' | '$-' | '$?' | '@name' | '@nobody' | `!${number}`

/** Before the place of a bank's phrase in the table of phrases. */
const phraseMark = '!'

/** Whether money came or went, whether somebody is named, and where nobody is, the phrase. */
export function sidesOf(
  isNamed: boolean,
  came: boolean | null,
  phrase: number | null,
): readonly Side[] {
  const sign = came === null ? '$?' : came ? '$+' : '$-'
  if (isNamed) return [sign, '@name']
  return phrase === null ? [sign, '@nobody'] : [sign, '@nobody', `${phraseMark}${phrase}`]
}

export function isOfPhrase(feature: string): boolean {
  return feature.startsWith(phraseMark)
}

/** Kinds of features, by what they tell. */
export function isBeside(feature: string): boolean {
  return feature.startsWith('~')
}

export function isSide(feature: string): boolean {
  return sideMarks.includes(feature.charAt(0))
}

const sideMarks = ['$', '@', phraseMark]

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
  const begun = word.length > beginningLength ? [`~^${word.slice(0, beginningLength)}`] : []
  return [`~${word}`, ...begun]
}

export const nameWordsMax = 6

export function nameFeatures(words: readonly string[]): string[] {
  return words.slice(0, nameWordsMax).flatMap(featuresInName)
}
