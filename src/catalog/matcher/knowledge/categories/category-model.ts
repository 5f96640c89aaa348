import type { KeyTable } from '../key-table.ts'
import { OpenKeyTable } from '../open-key-table.ts'
import { remembered } from '../remembered.ts'
import {
  featuresBeside,
  featuresInName,
  isSide,
  nameWordsMax,
  phraseSide,
  type Side,
  sidesOf,
} from './category-features.ts'
import {
  type CategoryNetwork,
  FeatureSum,
  readNetwork,
  speak,
  stir,
  toShares,
  width,
} from './category-network.ts'
import type { Guess } from './category-words.ts'

/**
 * A model that reads what was bought from the words of a line: those of the name, by their
 * letters too, those around it, and whether money came or went. It is trained on the names of the
 * catalog and on composed lines.
 */
export interface CategoryModel {
  readonly categories: readonly string[]
  /** Those that money comes by, and those that it goes by, by their places. */
  readonly incoming: readonly number[]
  readonly outgoing: readonly number[]
  readonly network: CategoryNetwork
  /** The place of each feature's vector. */
  readonly features: KeyTable
  /** The line as a whole weighs, too. */
  readonly ofSide: (side: Side) => FeatureSum
  readonly ofNameWord: (word: string) => FeatureSum
  readonly ofOtherWord: (word: string) => FeatureSum
}

export function readCategoryModel(
  lines: readonly string[],
  written: readonly string[],
): CategoryModel {
  const [first = '', ...rows] = lines
  // A copy, as a part of a line keeps the whole table.
  const categories = Buffer.from(first).toString().split('\t')
  const table = new OpenKeyTable(written.length)
  written.forEach((feature, place) => {
    table.set(feature, place)
  })
  const features = table.done()
  const network = readNetwork(rows, features.size, categories.length)
  const sumOf = (asked: readonly string[]) => {
    const places = asked.flatMap((feature) => features.get(feature) ?? [])
    if (places.length === 0) return nothing
    const own = new FeatureSum()
    for (const place of places) own.addFeature(network, place)
    return own
  }
  return {
    categories,
    incoming: placesOf(categories, isOfIncome),
    outgoing: placesOf(categories, isOfSpending),
    network,
    features,
    ofSide: remembered((side) => sumOf([side])),
    ofNameWord: remembered((word) => sumOf(featuresInName(word))),
    ofOtherWord: remembered((word) => sumOf(featuresBeside(word))),
  }
}

const nothing = new FeatureSum()

function placesOf(categories: readonly string[], kind: RegExp): number[] {
  return categories.flatMap((category, at) => (kind.test(category) ? [at] : []))
}

/** All that it knows words by; sides are none. */
export function* featuresOf({ features }: CategoryModel): Iterable<string> {
  for (const feature of features.keys()) if (!isSide(feature)) yield feature
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

/** Filled anew for every line. */
const sum = new FeatureSum()
const units = new Float32Array(width)

export function guessByLine(model: CategoryModel, line: LineWords): Guess | null {
  const { keys, from, to, came, phrase } = line
  const isNamed = to > from
  sum.clear()
  const last = Math.min(keys.length, Math.max(to, otherWordsMax))
  for (let at = 0; at < last; at += 1) {
    const inName = at >= from && at < to
    if (inName && at >= from + nameWordsMax) continue
    const key = keys[at] ?? ''
    // A word that the line says twice counts twice.
    sum.add(inName ? model.ofNameWord(key) : model.ofOtherWord(key))
  }
  const known = sum.count + (phrase === null ? 0 : model.ofSide(phraseSide(phrase)).count)
  if (known === 0) return null
  for (const side of sidesOf(isNamed, came, phrase)) sum.add(model.ofSide(side))
  const scores = scoresOf(model, isNamed)
  if (came !== null && !isNamed) {
    for (const at of came ? model.outgoing : model.incoming) scores[at] = Number.NEGATIVE_INFINITY
  }
  return mostProbable(model, scores)
}

/** How likely money came: what its categories have together, as if nobody were named. */
export function likelyIncoming(model: CategoryModel, keys: readonly string[]): number {
  sum.clear()
  for (const side of sidesOf(false, null, null)) sum.add(model.ofSide(side))
  const last = Math.min(keys.length, otherWordsMax)
  for (let at = 0; at < last; at += 1) sum.add(model.ofOtherWord(keys[at] ?? ''))
  const scores = scoresOf(model, false)
  toShares(scores)
  let came = 0
  for (const at of model.incoming) came += scores[at] ?? 0
  return came
}

const isOfIncome = /^(TRANSFER_IN|INCOME|LOAN_DISBURSEMENTS)_/
/** A card's account tells of a payment as money that came; fees and purchases are given back. */
const isOfSpending = /^TRANSFER_OUT_/
const otherWordsMax = 24

/** Log-odds of the categories for the features that were summed up. */
function scoresOf({ categories, network }: CategoryModel, isNamed: boolean): Float64Array {
  stir(sum, units)
  const scores = new Float64Array(categories.length)
  speak(network, units, scores)
  if (isNamed) {
    for (let at = 0; at < scores.length; at += 1) {
      scores[at] = (scores[at] ?? 0) + (network.named[at] ?? 0)
    }
  }
  return scores
}

function mostProbable({ categories }: CategoryModel, scores: Float64Array): Guess | null {
  toShares(scores)
  let best = 0
  for (let at = 1; at < scores.length; at += 1) {
    if ((scores[at] ?? 0) > (scores[best] ?? 0)) best = at
  }
  const category = categories[best]
  return category === undefined ? null : { category, probability: scores[best] ?? 0 }
}
