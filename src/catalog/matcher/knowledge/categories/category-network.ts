import {
  base64Of,
  checkLengths,
  inSteps,
  linesOf,
  numbersOf,
  smallNumbersOf,
  writtenUnit,
} from '../tables/layers.ts'

/**
 * A small network that tells what was bought. Each feature of a line has a vector; their sum,
 * shorter the more there are, stirs units that speak for the categories.
 */
export interface CategoryNetwork {
  /** One vector for each feature; a value of `unit` is one. */
  readonly vectors: Int8Array | Float32Array
  readonly unit: number
  /** For each category the units, and what speaks for it in any case, and where one is named. */
  readonly weights: Float32Array
  readonly bases: Float32Array
  readonly named: Float32Array
}

/** Numbers of a vector, a multiple of four. */
export const width = 40
/** A unit that is not stirred still passes this on, so that it can learn to be. */
const leak = 0.1

/** The vectors of some features together, and how many they are. */
export class FeatureSum {
  readonly values = new Float32Array(width)
  count = 0

  clear(): this {
    this.values.fill(0)
    this.count = 0
    return this
  }

  addFeature({ vectors, unit }: CategoryNetwork, place: number): void {
    const from = place * width
    for (let one = 0; one < width; one += 1) {
      this.values[one] = (this.values[one] ?? 0) + (vectors[from + one] ?? 0) / unit
    }
    this.count += 1
  }

  add({ values, count }: FeatureSum): void {
    if (count === 0) return
    for (let one = 0; one < width; one += 1) {
      this.values[one] = (this.values[one] ?? 0) + (values[one] ?? 0)
    }
    this.count += count
  }
}

/** By what the sum of so many features is multiplied. */
export function shareOf(count: number): number {
  return 1 / Math.sqrt(Math.max(1, count))
}

/** The units as a sum of features stirs them. */
export function stir({ values, count }: FeatureSum, units: Float32Array): void {
  const share = shareOf(count)
  for (let one = 0; one < width; one += 1) {
    const value = (values[one] ?? 0) * share
    units[one] = value > 0 ? value : value * leak
  }
}

/** The slope of a unit, as far as it was stirred. */
export function slopeAt(value: number): number {
  return value > 0 ? 1 : leak
}

/**
 * Log-odds of each category, but for what all have in common. Four sums stand side by side, since
 * each addition waits for the one before it.
 */
export function speak(
  { weights, bases }: Pick<CategoryNetwork, 'weights' | 'bases'>,
  units: Float32Array,
  scores: Float64Array,
): void {
  let from = 0
  for (let category = 0; category < scores.length; category += 1) {
    let first = bases[category] ?? 0
    let second = 0
    let third = 0
    let fourth = 0
    for (let one = 0; one < width; one += 4, from += 4) {
      first += (weights[from] ?? 0) * (units[one] ?? 0)
      second += (weights[from + 1] ?? 0) * (units[one + 1] ?? 0)
      third += (weights[from + 2] ?? 0) * (units[one + 2] ?? 0)
      fourth += (weights[from + 3] ?? 0) * (units[one + 3] ?? 0)
    }
    scores[category] = first + second + (third + fourth)
  }
}

/** Log-odds become shares of one. */
export function toShares(scores: Float64Array): void {
  let top = Number.NEGATIVE_INFINITY
  for (const score of scores) if (score > top) top = score
  let sum = 0
  for (let at = 0; at < scores.length; at += 1) {
    scores[at] = Math.exp((scores[at] ?? 0) - top)
    sum += scores[at] ?? 0
  }
  for (let at = 0; at < scores.length; at += 1) scores[at] = (scores[at] ?? 0) / sum
}

/** The network as lines of a table: layers, and vectors in the order of their features. */
export function writeNetwork(network: CategoryNetwork): string[] {
  const { vectors, unit, weights, bases, named } = network
  const written = inSteps(vectors, writtenUnit / unit)
  return [...[weights, bases, named].map(base64Of), ...linesOf(written)]
}

export function readNetwork(
  lines: readonly string[],
  features: number,
  categories: number,
): CategoryNetwork {
  const [weights, bases, named, ...rows] = lines
  const network = {
    vectors: smallNumbersOf(rows),
    unit: writtenUnit,
    weights: numbersOf(weights),
    bases: numbersOf(bases),
    named: numbersOf(named),
  }
  const sizes = { vectors: features * width, weights: categories * width }
  checkLengths('the table of categories', network, {
    ...sizes,
    bases: categories,
    named: categories,
  })
  return network
}
