import { findLine } from '../../../data-files.ts'
import { remembered } from '../remembered.ts'
import type { Guess } from './category-words.ts'

/**
 * A linear model that reads what was bought from the words of a line: those of the name, by their
 * letters too, those around it, and whether money came or went. It is trained on the names of the
 * catalog and on composed lines.
 */
export interface CategoryModel {
  readonly categories: readonly string[]
  /** Those that money comes by, and those that it goes by, by their places. */
  readonly incoming: readonly number[]
  readonly outgoing: readonly number[]
  /** The lines of the table, sorted by feature: as numbers they would cost 12 MB. */
  readonly sorted: string
  /** The line as a whole weighs, too. */
  readonly ofSide: (side: Side) => Weights
  readonly ofNameWord: (word: string) => Weights
  readonly ofOtherWord: (word: string) => Weights
}

/** Category and weight in tenths, in turns. */
type Weights = readonly number[]

/**
 * A line as a whole: whether money came or went, whether somebody is named, and where nobody is,
 * the place of the bank's phrase in the table of phrases.
 */
export type Side = '$+' | '$-' | '$?' | '@name' | '@nobody' | `!${number}`

export function readCategoryModel(text: string): CategoryModel {
  const end = text.indexOf('\n')
  const sorted = text.slice(end + 1)
  const categories = text.slice(0, end).split('\t').slice(1)
  const weigh = (features: readonly string[]) => {
    return together(features.flatMap((one) => weightsIn(sorted, one)))
  }
  return {
    categories,
    incoming: placesOf(categories, isOfIncome),
    outgoing: placesOf(categories, isOfSpending),
    sorted,
    ofSide: remembered((side) => weigh([side])),
    ofNameWord: remembered((word) => weigh(featuresInName(word))),
    ofOtherWord: remembered((word) => weigh(featuresBeside(word))),
  }
}

function placesOf(categories: readonly string[], kind: RegExp): number[] {
  return categories.flatMap((category, at) => (kind.test(category) ? [at] : []))
}

/** One weight a category, the sum of those that several features give it. */
function together(weights: Weights): Weights {
  const sums = new Map<number, number>()
  for (let at = 0; at < weights.length; at += 2) {
    const category = weights[at] ?? 0
    sums.set(category, (sums.get(category) ?? 0) + (weights[at + 1] ?? 0))
  }
  return [...sums].flat()
}

function weightsIn(sorted: string, feature: string): Weights {
  const line = findLine(sorted, feature)
  if (line === null) return []
  return line
    .slice(feature.length + 1)
    .split(' ')
    .map(Number)
}

/** All that it knows words by; the places of phrases are none. */
export function featuresOf({ sorted }: CategoryModel): readonly string[] {
  const features = sorted.split('\n').map((line) => line.slice(0, Math.max(0, line.indexOf('\t'))))
  return features.filter((feature) => !feature.startsWith(phraseMark))
}

interface LineWords {
  readonly keys: readonly string[]
  /** The name among them; nobody's where both ends are the same. */
  readonly from: number
  readonly to: number
  /** Whether money came; null where nothing tells. */
  readonly came: boolean | null
  /** The place of the bank's phrase in its table, where nobody is named. */
  readonly phrase: number | null
}

export function guessByLine(model: CategoryModel, line: LineWords): Guess | null {
  const scores = new Int32Array(model.categories.length)
  const { keys, from, to } = line
  for (const side of sidesOf(to > from, line.came, line.phrase)) add(scores, model.ofSide(side))
  let known = line.phrase === null ? 0 : model.ofSide(`!${line.phrase}`).length
  const last = Math.min(keys.length, Math.max(to, otherWordsMax))
  for (let at = 0; at < last; at += 1) {
    const inName = at >= from && at < to
    if (inName && at >= from + nameWordsMax) continue
    const key = keys[at] ?? ''
    const weights = inName ? model.ofNameWord(key) : model.ofOtherWord(key)
    known += weights.length
    add(scores, weights)
  }
  if (known === 0) return null
  if (line.came !== null && to === from) {
    for (const at of line.came ? model.outgoing : model.incoming) scores[at] = impossible
  }
  return mostProbable(model, scores)
}

/** How likely money came: what its categories have together, whoever is named. */
export function likelyIncoming(model: CategoryModel, keys: readonly string[]): number {
  const scores = new Int32Array(model.categories.length)
  add(scores, model.ofSide('$?'))
  for (const key of keys.slice(0, otherWordsMax)) add(scores, model.ofOtherWord(key))
  let came = 0
  let all = 0
  for (const at of model.incoming) came += Math.exp((scores[at] ?? 0) / weightUnit)
  for (const score of scores) all += Math.exp(score / weightUnit)
  return came / all
}

const isOfIncome = /^(TRANSFER_IN|INCOME|LOAN_DISBURSEMENTS)_/
/** A card's account tells of a payment as money that came. */
const isOfSpending = /^TRANSFER_OUT_/
/** Money that came was not sent; fees and purchases are given back as well. */
const impossible = -1e6

const weightUnit = 10
const phraseMark = '!'

function add(scores: Int32Array, weights: Weights): void {
  for (let at = 0; at < weights.length; at += 2) {
    const category = weights[at] ?? 0
    scores[category] = (scores[category] ?? 0) + (weights[at + 1] ?? 0)
  }
}

/** So far behind the likeliest, all of a hundred together are not one in a million. */
const hopeless = 20 * weightUnit

function mostProbable({ categories }: CategoryModel, scores: Int32Array): Guess | null {
  let best = 0
  for (let at = 1; at < scores.length; at += 1) {
    if ((scores[at] ?? 0) > (scores[best] ?? 0)) best = at
  }
  const top = scores[best] ?? 0
  let sum = 0
  for (let at = 0; at < scores.length; at += 1) {
    const behind = top - (scores[at] ?? 0)
    if (behind < hopeless) sum += Math.exp(-behind / weightUnit)
  }
  const category = categories[best]
  return category === undefined ? null : { category, probability: 1 / sum }
}

const nameWordsMax = 6
const otherWordsMax = 24
/** Two signs of Chinese or Japanese say as much as four letters. */
const gramLength = { letters: 4, signs: 2 }
const isOfSigns = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const beginningLength = 5

export function sidesOf(
  isNamed: boolean,
  came: boolean | null,
  phrase: number | null,
): readonly Side[] {
  const sign = came === null ? '$?' : came ? '$+' : '$-'
  if (isNamed) return [sign, '@name']
  return phrase === null ? [sign, '@nobody'] : [sign, '@nobody', `!${phrase}`]
}

/** Whole words, and their runs of letters with the ends marked, for what was never seen. */
function featuresInName(word: string): string[] {
  if (word.length < 2 || /^\d+$/.test(word)) return []
  const features = [word]
  const marked = `^${word.slice(0, 20)}$`
  const length = isOfSigns.test(word) ? gramLength.signs : gramLength.letters
  for (let at = 0; at + length <= marked.length; at += 1) {
    features.push(`#${marked.slice(at, at + length)}`)
  }
  return features
}

/** Whole words and their beginnings: what stands around a name is the bank's, or a purpose. */
export function featuresBeside(word: string): string[] {
  if (word.length < 2 || /^\d+$/.test(word) || (word.length > 4 && /\d/.test(word))) return []
  const begun = word.length > beginningLength ? [`~^${word.slice(0, beginningLength)}`] : []
  return [`~${word}`, ...begun]
}

export function nameFeatures(words: readonly string[]): string[] {
  return words.slice(0, nameWordsMax).flatMap(featuresInName)
}
