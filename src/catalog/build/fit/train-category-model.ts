import { createHash } from 'node:crypto'
import { foldWords } from '../../fold.ts'
import { featuresOf } from '../../matcher/knowledge/words/name-model.ts'
import type { CategoryWord } from '../category-words.ts'
import type { BrandDraft } from '../read/draft.ts'

interface Example {
  readonly features: readonly number[]
  readonly category: number
}

const epochs = 8
const stepSize = 0.35
const decay = 1e-5
const featureMin = 4
const categoryMin = 25
const weightMin = 0.25

/** Trades that local shops have; banks, lines and authorities are found by name, not by guess. */
const trades =
  /^(FOOD|GENERAL_MERCHANDISE|GENERAL_SERVICES|HOME|MEDICAL|PERSONAL|ENTERTAINMENT|TRAVEL_LODGING|TRAVEL_OTHER|TRANSPORTATION_(GAS|PARKING|TAXI)|GOVERNMENT_AND_NON_PROFIT_DON)/

/**
 * Trains the name model: softmax regression over words and runs of letters, by plain gradient steps
 * in a fixed order, so that every build gives the same weights.
 */
export function trainModel(
  drafts: readonly BrandDraft[],
  words: readonly CategoryWord[],
): string[] {
  const names = samples(drafts, words)
  const categories = frequent(
    names.map(({ category }) => category),
    categoryMin,
  )
  const features = frequent(
    names.flatMap(({ features }) => [...new Set(features)]),
    featureMin,
  )
  const categoryIndex = new Map(categories.map((code, at) => [code, at]))
  const featureIndex = new Map(features.map((feature, at) => [feature, at]))
  const examples = names.flatMap((name): Example[] => {
    const category = categoryIndex.get(name.category)
    const known = name.features.flatMap((feature) => featureIndex.get(feature) ?? [])
    return category === undefined || known.length === 0 ? [] : [{ features: known, category }]
  })
  const weights = descend(examples, features.length, categories.length)
  return written(categories, features, weights)
}

/** The names learned from are those of chains; of shops that are none, more feed people. */
const localShift: Readonly<Record<string, number>> = {
  FOOD_AND_DRINK_RESTAURANT: 1.5,
  FOOD_AND_DRINK_COFFEE: 0.3,
  FOOD_AND_DRINK_FAST_FOOD: 0.2,
  GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES: -0.4,
  FOOD_AND_DRINK_GROCERIES: -0.7,
  TRANSPORTATION_GAS: -0.5,
  GENERAL_MERCHANDISE_CONVENIENCE_STORES: -0.3,
}

interface Sample {
  readonly features: readonly string[]
  readonly category: string
  readonly order: string
}

function samples(drafts: readonly BrandDraft[], words: readonly CategoryWord[]): Sample[] {
  const named = drafts
    .filter(({ kind, category }) => kind === 'merchant' && trades.test(category ?? ''))
    .flatMap(({ name, category, otherNames }) =>
      [name, ...otherNames.slice(0, 3)].map((text) => ({ text, category: category ?? '' })),
    )
  const taught = words
    .filter(({ category }) => trades.test(category))
    .flatMap(({ word, category }) =>
      [1, 2, 3].map(() => ({ text: word.replace('*', ''), category })),
    )
  return [...named, ...taught]
    .map(({ text, category }, at) => ({
      features: featuresOf(foldWords(text)),
      category,
      order: createHash('sha256').update(`${at}|${text}`).digest('hex'),
    }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
}

function frequent(all: readonly string[], least: number): string[] {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count >= least)
    .map(([one]) => one)
    .sort()
}

/** One row of weights per feature and a last one for the bias. */
function descend(examples: readonly Example[], features: number, categories: number): Float64Array {
  const weights = new Float64Array((features + 1) * categories)
  const scores = new Float64Array(categories)
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    const step = stepSize / (1 + epoch * 0.6)
    for (const example of examples) {
      const rows = [...example.features, features]
      scores.fill(0)
      for (const row of rows) {
        for (let at = 0; at < categories; at += 1) {
          scores[at] = (scores[at] ?? 0) + (weights[row * categories + at] ?? 0)
        }
      }
      toProbabilities(scores)
      const share = step / Math.sqrt(rows.length)
      for (const row of rows) {
        for (let at = 0; at < categories; at += 1) {
          const index = row * categories + at
          const error = (at === example.category ? 1 : 0) - (scores[at] ?? 0)
          const weight = weights[index] ?? 0
          weights[index] = weight + share * error - decay * weight
        }
      }
    }
  }
  return weights
}

function toProbabilities(scores: Float64Array): void {
  const top = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  let sum = 0
  for (let at = 0; at < scores.length; at += 1) {
    scores[at] = Math.exp((scores[at] ?? 0) - top)
    sum += scores[at] ?? 0
  }
  for (let at = 0; at < scores.length; at += 1) scores[at] = (scores[at] ?? 0) / sum
}

/** Weights in tenths, the small ones left out: they decide nothing and fill the file. */
function written(
  categories: readonly string[],
  features: readonly string[],
  weights: Float64Array,
): string[] {
  const row = (at: number) => [
    ...weights.slice(at * categories.length, (at + 1) * categories.length),
  ]
  const lines = features.flatMap((feature, at) => {
    const pairs = row(at).flatMap((weight, category) =>
      Math.abs(weight) >= weightMin ? [`${category} ${Math.round(weight * 10)}`] : [],
    )
    return pairs.length === 0 ? [] : [`${feature}\t${pairs.join(' ')}`]
  })
  const bias = row(features.length).map((weight, category) =>
    (weight + (localShift[categories[category] ?? ''] ?? 0)).toFixed(2),
  )
  return [['categories', ...categories].join('\t'), ['bias', ...bias].join('\t'), ...lines]
}
