import {
  base64Of,
  checkLengths,
  linesOf,
  numbersOf,
  smallNumbersOf,
  writtenUnit,
} from '../tables/layers.ts'
import { signPlaces, type WordSigns } from './word-signs.ts'

/**
 * A small network that tells what part a word plays in its line, known or never seen. Each sign of
 * a word has a vector; the vectors of the word and of its neighbours, the mean of the line's, and
 * where in the line it stands stir a layer of units, and these speak for the roles.
 */
export interface WordRoles {
  /** One vector for each place of a sign; a value of `unit` is one. */
  readonly vectors: Int8Array | Float32Array
  readonly unit: number
  /** For each unit: the words from `reach` before to `reach` behind, and the line's mean. */
  readonly units: Float32Array
  /** Where the word stands: from the line's beginning, from its end, and the line's length. */
  readonly places: Float32Array
  /** For each role the units, and what speaks for it in any case. */
  readonly roles: Float32Array
  readonly bases: Float32Array
}

/** The roles, by their place among the weights. */
export const wordRole = { ahead: 0, first: 1, inside: 2, behind: 3, nobody: 4 } as const
export const rolesCount = 5

export const width = 16
export const unitsCount = 16
export const reach = 2
/** The words that a unit sees at a time, and the line's mean. */
export const seenWidth = (2 * reach + 2) * width
const placesCount = 10
/** A unit that is not stirred still passes this on, so that it can learn to be. */
export const leak = 0.05

export const sizes = {
  vectors: signPlaces * width,
  units: unitsCount * seenWidth,
  places: 3 * placesCount * unitsCount,
  roles: rolesCount * unitsCount,
  bases: rolesCount,
} as const

/** The vector of a word by itself: the mean of its signs', longer where they agree. */
export function vectorOf(
  { vectors, unit }: WordRoles,
  signs: Pick<WordSigns, 'at' | 'length'>,
  into: Float32Array,
): void {
  into.fill(0)
  const share = 1 / (unit * Math.sqrt(signs.length))
  for (let sign = 0; sign < signs.length; sign += 1) {
    const from = (signs.at[sign] ?? 0) * width
    for (let one = 0; one < width; one += 1) {
      into[one] = (into[one] ?? 0) + (vectors[from + one] ?? 0) * share
    }
  }
}

/** The separator before a word is added to its vector, or with -1 as its `times` taken away. */
export function addSeparator(
  { vectors, unit }: WordRoles,
  sign: number,
  vector: Float32Array,
  times = 1,
): void {
  for (let one = 0; one < width; one += 1) {
    vector[one] = (vector[one] ?? 0) + (times * (vectors[sign * width + one] ?? 0)) / unit
  }
}

/** Numbers that a vector comes to: for the units of each word that sees it, and by the mean. */
export const partsCount = (2 * reach + 2) * unitsCount

export function partsOf({ units }: WordRoles, vector: Float32Array, into: Float32Array): void {
  for (let seen = 0; seen < 2 * reach + 2; seen += 1) {
    for (let unit = 0; unit < unitsCount; unit += 1) {
      const from = unit * seenWidth + seen * width
      let sum = 0
      for (let one = 0; one < width; one += 1) {
        sum += (units[from + one] ?? 0) * (vector[one] ?? 0)
      }
      into[seen * unitsCount + unit] = sum
    }
  }
}

/** A line as the network sees it; filled anew for every line. */
export class RoleSheet {
  count = 0
  units = new Float32Array(0)
  /** For each word how likely each role is. */
  #shares = new Float32Array(0)
  readonly #mean = new Float32Array(unitsCount)

  begin(count: number): void {
    this.count = count
    this.#mean.fill(0)
    if (this.#shares.length < count * rolesCount) {
      this.units = new Float32Array(count * unitsCount)
      this.#shares = new Float32Array(count * rolesCount)
    }
    this.units.fill(0, 0, count * unitsCount)
  }

  /** Parts of the word that stands there, or of what stands before it. */
  add(at: number, parts: Float32Array): void {
    const first = Math.max(0, at - reach)
    const last = Math.min(this.count - 1, at + reach)
    for (let by = first; by <= last; by += 1) {
      addUnits(this.units, by * unitsCount, parts, (at + reach - by) * unitsCount)
    }
    addUnits(this.#mean, 0, parts, (2 * reach + 1) * unitsCount)
  }

  weigh(model: WordRoles): void {
    for (let at = 0; at < this.count; at += 1) {
      this.#stir(model, at)
      this.#share(model, at)
    }
  }

  share(at: number, asked: number): number {
    return this.#shares[at * rolesCount + asked] ?? 0
  }

  #stir({ places }: WordRoles, at: number): void {
    const { units, count } = this
    const [begin, end, length] = placesOf(at, count)
    for (let unit = 0; unit < unitsCount; unit += 1) {
      const here = (places[begin + unit] ?? 0) + (places[end + unit] ?? 0)
      const line = (places[length + unit] ?? 0) + (this.#mean[unit] ?? 0) / count
      const sum = (units[at * unitsCount + unit] ?? 0) + here + line
      units[at * unitsCount + unit] = sum > 0 ? sum : sum * leak
    }
  }

  #share({ roles, bases }: WordRoles, at: number): void {
    const { units } = this
    const shares = this.#shares
    const first = at * rolesCount
    let most = Number.NEGATIVE_INFINITY
    for (let one = 0; one < rolesCount; one += 1) {
      let sum = bases[one] ?? 0
      for (let unit = 0; unit < unitsCount; unit += 1) {
        sum += (roles[one * unitsCount + unit] ?? 0) * (units[at * unitsCount + unit] ?? 0)
      }
      shares[first + one] = sum
      if (sum > most) most = sum
    }
    let all = 0
    for (let one = 0; one < rolesCount; one += 1) {
      const share = Math.exp((shares[first + one] ?? 0) - most)
      shares[first + one] = share
      all += share
    }
    for (let one = 0; one < rolesCount; one += 1) {
      shares[first + one] = (shares[first + one] ?? 0) / all
    }
  }
}

function addUnits(sums: Float32Array, to: number, parts: Float32Array, from: number): void {
  for (let unit = 0; unit < unitsCount; unit += 1) {
    sums[to + unit] = (sums[to + unit] ?? 0) + (parts[from + unit] ?? 0)
  }
}

/** Where the weights of a word's position stand: from the beginning, the end, and the length. */
export function placesOf(at: number, count: number): readonly [number, number, number] {
  return [
    Math.min(at, placesCount - 1) * unitsCount,
    (placesCount + Math.min(count - 1 - at, placesCount - 1)) * unitsCount,
    (2 * placesCount + Math.min(count - 1, placesCount - 1)) * unitsCount,
  ]
}

/** Steps to one in log-odds. */
const steps = 2
const even = 8
const most = 15

/** The log-odds of a share against another, in steps from 0 to 15, where 8 says nothing. */
export function answerOf(share: number, against = 1 - share): number {
  const odds = Math.log((share + leastShare) / (against + leastShare))
  return Math.max(0, Math.min(most, Math.round(odds * steps) + even))
}

const leastShare = 1e-6

/** How far an answer speaks for or against. */
export function leaningOf(answer: number): number {
  return answer - even
}

/** The weights as lines of a table. */
export function writeWordRoles({ vectors, units, places, roles, bases }: WordRoles): string[] {
  return [...[units, places, roles, bases].map(base64Of), ...linesOf(Int8Array.from(vectors))]
}

export function readWordRoles(lines: readonly string[]): WordRoles {
  const [units, places, roles, bases, ...rows] = lines
  const model = {
    vectors: smallNumbersOf(rows),
    unit: writtenUnit,
    units: numbersOf(units),
    places: numbersOf(places),
    roles: numbersOf(roles),
    bases: numbersOf(bases),
  }
  checkLengths("the reader's table of words", model, sizes)
  return model
}
