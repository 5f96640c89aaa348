import {
  type CategoryNetwork,
  FeatureSum,
  shareOf,
  slopeAt,
  speak,
  stir,
  toShares,
  width,
} from '../../matcher/knowledge/categories/category-network.ts'
import { type Random, randomOf } from '../train/random.ts'

/** A line or a name to learn from: the places of its features, and of its category. */
export interface CategoryLesson {
  readonly features: readonly number[]
  readonly category: number
}

/** How many features and categories there are, and which features are never left out. */
interface Subject {
  readonly features: number
  readonly categories: number
  readonly isKept: (feature: number) => boolean
}

const rounds = 6
const rate = 0.05
/** So that each feature says what it can by itself: a word of a shop that nobody knows is new. */
const leftOut = 0.6
/** The categories' layer is small, and may move further. */
const weightsRate = 3 * rate
/** Sums of squares begin here, so that the first steps are no leaps. */
const squares = 0.01
/** An error as small moves nothing, and most are. */
const errorMin = 1e-3
const seed = 1

/** The same lessons in the same order give the same network. */
export function learnCategories(
  lessons: readonly CategoryLesson[],
  subject: Subject,
): CategoryNetwork {
  const pupil = new Pupil(subject, randomOf(seed))
  for (let round = 0; round < rounds; round += 1) {
    for (const lesson of lessons) pupil.learn(lesson, 1 - round / rounds)
  }
  return pupil.network
}

class Pupil {
  readonly network: CategoryNetwork
  readonly #isKept: Subject['isKept']
  readonly #random: Random
  /** How far the vector of each feature, and the weights of each category, were moved so far. */
  readonly #moved: Float32Array
  readonly #movedWeights: Float32Array
  readonly #places: number[] = []
  readonly #sum = new FeatureSum()
  readonly #units = new Float32Array(width)
  readonly #slopes = new Float32Array(width)
  readonly #scores: Float64Array

  constructor({ features, categories, isKept }: Subject, random: Random) {
    const about = (length: number, most: number) =>
      Float32Array.from({ length }, () => (random() - 0.5) * 2 * most)
    this.network = {
      vectors: about(features * width, 0.1),
      unit: 1,
      weights: about(categories * width, 1 / Math.sqrt(width)),
      bases: new Float32Array(categories),
      named: new Float32Array(categories),
    }
    this.#isKept = isKept
    this.#random = random
    this.#moved = new Float32Array(features).fill(squares)
    this.#movedWeights = new Float32Array(categories).fill(squares)
    this.#scores = new Float64Array(categories)
  }

  learn({ features, category }: CategoryLesson, share: number): void {
    this.#choose(features)
    if (this.#places.length === 0) return
    this.#see()
    this.#learnWeights(category, share * weightsRate)
    this.#learnVectors(share * rate)
  }

  #choose(features: readonly number[]): void {
    this.#places.length = 0
    for (const feature of features) {
      if (this.#isKept(feature) || this.#random() >= leftOut) this.#places.push(feature)
    }
  }

  /** The scores become the shares of the categories. */
  #see(): void {
    const sum = this.#sum.clear()
    for (const place of this.#places) sum.addFeature(this.network, place)
    stir(sum, this.#units)
    speak(this.network, this.#units, this.#scores)
    toShares(this.#scores)
  }

  #learnWeights(right: number, step: number): void {
    const { weights, bases } = this.network
    const [units, slopes] = [this.#units, this.#slopes.fill(0)]
    for (let at = 0; at < bases.length; at += 1) {
      const error = Number(at === right) - (this.#scores[at] ?? 0)
      if (Math.abs(error) < errorMin) continue
      const moved = (this.#movedWeights[at] ?? 0) + error * error
      this.#movedWeights[at] = moved
      const by = (step * error) / Math.sqrt(moved)
      for (let one = 0, from = at * width; one < width; one += 1, from += 1) {
        const weight = weights[from] ?? 0
        slopes[one] = (slopes[one] ?? 0) + error * weight
        weights[from] = weight + by * (units[one] ?? 0)
      }
      bases[at] = (bases[at] ?? 0) + by
    }
  }

  #learnVectors(step: number): void {
    const { vectors } = this.network
    const slopes = this.#slopes
    const share = shareOf(this.#places.length)
    let square = 0
    for (let one = 0; one < width; one += 1) {
      const slope = (slopes[one] ?? 0) * slopeAt(this.#units[one] ?? 0) * share
      slopes[one] = slope
      square += slope * slope
    }
    for (const place of this.#places) {
      const moved = (this.#moved[place] ?? 0) + square / width
      this.#moved[place] = moved
      const by = step / Math.sqrt(moved)
      for (let one = 0, from = place * width; one < width; one += 1, from += 1) {
        vectors[from] = (vectors[from] ?? 0) + by * (slopes[one] ?? 0)
      }
    }
  }
}
