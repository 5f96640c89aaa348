import {
  isBeside,
  isSide,
  type Side,
} from '../../matcher/knowledge/categories/category-features.ts'
import { writeNetwork } from '../../matcher/knowledge/categories/category-network.ts'
import type { CategoryWord } from '../category-words.ts'
import type { BrandDraft } from '../read/draft.ts'
import { readTsv, sourcesFolder } from '../read/read-tsv.ts'
import { type CategorySample, categorySamples } from './category-samples.ts'
import { type CategoryLesson, learnCategories } from './learn-categories.ts'

/** Each composed line is there four times, and what is told by one line alone is not learned. */
const featureMin = { inName: 8, beside: 16 }
const categoryMin = 25

/** The lines of the model's tables. */
interface CategoryTables {
  readonly model: readonly string[]
  readonly features: readonly string[]
}

/** Every build of the same sources gives the same model. */
export function trainCategoryModel(
  drafts: readonly BrandDraft[],
  words: readonly CategoryWord[],
): CategoryTables {
  const samples = categorySamples(drafts, words)
  const categories = frequent(
    samples.map(({ category }) => category),
    () => categoryMin,
  )
  const features = frequent(
    samples.flatMap((sample) => [...new Set(sample.features)]),
    (feature) => (isBeside(feature) ? featureMin.beside : featureMin.inName),
  )
  const categoryPlaces = placesOf(categories)
  const featurePlaces = placesOf(features)
  const lessons = samples.flatMap((sample): CategoryLesson[] => {
    const category = categoryPlaces.get(sample.category)
    const known = [...new Set(sample.features)].flatMap((one) => featurePlaces.get(one) ?? [])
    return category === undefined || known.length === 0 ? [] : [{ features: known, category }]
  })
  const network = learnCategories(lessons, {
    features: features.length,
    categories: categories.length,
    isKept: keptAmong(features),
  })
  for (const { category, shift } of shiftsTo(tradeShares(), samples)) {
    const place = categoryPlaces.get(category)
    if (place === undefined) throw new Error(`no names of ${category}`)
    network.named[place] = shift
  }
  return { model: [categories.join('\t'), ...writeNetwork(network)], features }
}

/** The sides of a line are few, and nearly all are learned from thousands. */
function keptAmong(features: readonly string[]): (feature: number) => boolean {
  const kept = new Set(features.flatMap((feature, place) => (isSide(feature) ? [place] : [])))
  return (feature) => kept.has(feature)
}

const named: Side = '@name'

function tradeShares(): ReadonlyMap<string, number> {
  const rows = readTsv(`${sourcesFolder}/trade-shares.tsv`)
  return new Map(rows.map(({ category = '', share }) => [category, Number(share)]))
}

/** As much more a category weighs as names of it are met oftener than they are learned from. */
export function shiftsTo(
  shares: ReadonlyMap<string, number>,
  samples: readonly Pick<CategorySample, 'features' | 'category'>[],
) {
  const names = samples.filter(({ features }) => features.includes(named))
  return [...shares].map(([category, share]) => {
    const learned = names.filter((sample) => sample.category === category).length / names.length
    if (!(learned > 0)) throw new Error(`no names of ${category}`)
    return { category, shift: Math.log(share / learned) }
  })
}

function frequent(all: readonly string[], least: (one: string) => number): string[] {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return (
    [...counts]
      // Half a sign would not be read as it was written.
      .filter(([one, count]) => count >= least(one) && one.isWellFormed())
      .map(([one]) => one)
      .sort()
  )
}

function placesOf(sorted: readonly string[]): ReadonlyMap<string, number> {
  return new Map(sorted.map((one, at) => [one, at]))
}
