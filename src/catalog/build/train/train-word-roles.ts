import { inSteps, writtenUnit } from '../../matcher/knowledge/tables/layers.ts'
import {
  addSeparator,
  leak,
  partsCount,
  partsOf,
  placesOf,
  RoleSheet,
  reach,
  rolesCount,
  seenWidth,
  sizes,
  unitsCount,
  vectorOf,
  type WordRoles,
  width,
  wordRole,
} from '../../matcher/knowledge/words/word-roles.ts'
import { separatorSign, WordSigns } from '../../matcher/knowledge/words/word-signs.ts'
import { tokenise } from '../../matcher/tokens.ts'
import type { MadeLine } from './lines/made-lines.ts'
import { nameWords } from './positions.ts'
import { type Random, randomOf } from './random.ts'

interface Lesson {
  /** The signs of each word, and the one of what stands before it. */
  readonly signs: readonly Signs[]
  /** The role of each word. */
  readonly roles: readonly number[]
}

interface Signs extends Pick<WordSigns, 'at' | 'length'> {
  readonly separator: number
}

const rounds = 2
/** Few lines are gone over again, until so many were. */
const lessonsMin = 2_000
const rate = 0.05
/** Sums of squares begin here, so that the first steps are no leaps. */
const squares = 0.1

/** The same lines give the same weights. */
export function trainWordRoles(lines: readonly MadeLine[]): WordRoles {
  const random = randomOf(7)
  const lessons = lines.flatMap(lessonOf)
  const pupil = new Pupil(random)
  const most = Math.max(rounds, Math.ceil(lessonsMin / Math.max(1, lessons.length)))
  for (let round = 0; round < most; round += 1) {
    for (const lesson of shuffled(lessons, random)) pupil.learn(lesson, rate * (1 - round / most))
  }
  return pupil.learned()
}

/** Filled anew for every word. */
const sheet = new WordSigns()

function lessonOf(made: MadeLine): Lesson[] {
  const tokens = tokenise(made.line)
  const name = nameWords(made.line, made.roles, tokens)
  // A name that is not among the words cannot be learned from.
  if (tokens.length === 0 || (name === null && made.name !== null)) return []
  const signs = tokens.map((token) => {
    const { at, length } = sheet.find(token)
    return { at: at.slice(0, length), length, separator: separatorSign(token.before) }
  })
  const roles = tokens.map((_, at) => {
    if (name === null) return wordRole.nobody
    if (at < name.from) return wordRole.ahead
    if (at >= name.to) return wordRole.behind
    return at === name.from ? wordRole.first : wordRole.inside
  })
  return [{ signs, roles }]
}

/** Weights, and how far each was moved so far, which makes its next steps the shorter. */
class Layer {
  readonly weights: Float32Array
  readonly #moved: Float32Array

  constructor(length: number, first: () => number = () => 0) {
    this.weights = Float32Array.from({ length }, first)
    this.#moved = new Float32Array(length).fill(squares)
  }

  move(at: number, slope: number, step: number): void {
    const moved = (this.#moved[at] ?? 0) + slope * slope
    this.#moved[at] = moved
    this.weights[at] = (this.weights[at] ?? 0) - (step * slope) / Math.sqrt(moved)
  }
}

/** The network while it learns: each weight follows the slope of what it got wrong. */
class Pupil {
  // Signs that no line has must say nothing, so all vectors begin at nothing.
  readonly #vectors = new Layer(sizes.vectors)
  readonly #units: Layer
  readonly #places = new Layer(sizes.places)
  readonly #roles: Layer
  readonly #bases = new Layer(sizes.bases)
  readonly #model: WordRoles
  readonly #sheet = new RoleSheet()
  readonly #parts = new Float32Array(partsCount)
  /** The vectors of the line's words, and the slopes that their seers give back. */
  readonly #words: Float32Array[] = []
  readonly #slopes: Float32Array[] = []
  readonly #mean = new Float32Array(width)
  readonly #meanSlopes = new Float32Array(width)
  readonly #unitSlopes = new Float32Array(unitsCount)

  constructor(random: Random) {
    const about = (count: number) => () => (random() + random() + random() - 1.5) / Math.sqrt(count)
    this.#units = new Layer(sizes.units, about(seenWidth / 2))
    this.#roles = new Layer(sizes.roles, about(unitsCount / 2))
    this.#model = {
      unit: 1,
      vectors: this.#vectors.weights,
      units: this.#units.weights,
      places: this.#places.weights,
      roles: this.#roles.weights,
      bases: this.#bases.weights,
    }
  }

  learn({ signs, roles }: Lesson, step: number): void {
    this.#see(signs)
    for (let at = 0; at < signs.length; at += 1) {
      this.#learnRoles(at, roles[at] ?? wordRole.nobody, step)
      this.#learnUnits(at, step)
    }
    signs.forEach((own, at) => {
      this.#learnVectors(own, at, step)
    })
  }

  #see(signs: readonly Signs[]): void {
    this.#sheet.begin(signs.length)
    this.#mean.fill(0)
    this.#meanSlopes.fill(0)
    signs.forEach((own, at) => {
      const vector = lent(this.#words, at)
      vectorOf(this.#model, own, vector)
      addSeparator(this.#model, own.separator, vector)
      partsOf(this.#model, vector, this.#parts)
      this.#sheet.add(at, this.#parts)
      lent(this.#slopes, at).fill(0)
      for (let one = 0; one < width; one += 1) {
        this.#mean[one] = (this.#mean[one] ?? 0) + (vector[one] ?? 0) / signs.length
      }
    })
    this.#sheet.weigh(this.#model)
  }

  #learnRoles(at: number, right: number, step: number): void {
    const { units } = this.#sheet
    this.#unitSlopes.fill(0)
    for (let one = 0; one < rolesCount; one += 1) {
      const slope = this.#sheet.share(at, one) - Number(one === right)
      this.#bases.move(one, slope, step)
      for (let unit = 0; unit < unitsCount; unit += 1) {
        const weight = one * unitsCount + unit
        const own = this.#unitSlopes[unit] ?? 0
        this.#unitSlopes[unit] = own + slope * (this.#roles.weights[weight] ?? 0)
        this.#roles.move(weight, slope * (units[at * unitsCount + unit] ?? 0), step)
      }
    }
  }

  #learnUnits(at: number, step: number): void {
    const { units, count } = this.#sheet
    const places = placesOf(at, count)
    for (let unit = 0; unit < unitsCount; unit += 1) {
      const stirred = (units[at * unitsCount + unit] ?? 0) > 0
      const slope = (this.#unitSlopes[unit] ?? 0) * (stirred ? 1 : leak)
      for (const place of places) this.#places.move(place + unit, slope, step)
      let from = unit * seenWidth
      for (let other = at - reach; other <= at + reach; other += 1, from += width) {
        if (other < 0 || other >= count) continue
        this.#learnSeen(from, lent(this.#words, other), lent(this.#slopes, other), slope, step)
      }
      this.#learnSeen(from, this.#mean, this.#meanSlopes, slope, step)
    }
  }

  #learnSeen(
    from: number,
    vector: Float32Array,
    slopes: Float32Array,
    slope: number,
    step: number,
  ): void {
    const { weights } = this.#units
    for (let one = 0; one < width; one += 1) {
      slopes[one] = (slopes[one] ?? 0) + slope * (weights[from + one] ?? 0)
      this.#units.move(from + one, slope * (vector[one] ?? 0), step)
    }
  }

  #learnVectors({ at: places, length, separator }: Signs, at: number, step: number): void {
    const slopes = lent(this.#slopes, at)
    const share = 1 / Math.sqrt(length)
    for (let one = 0; one < width; one += 1) {
      const slope = (slopes[one] ?? 0) + (this.#meanSlopes[one] ?? 0) / this.#sheet.count
      for (let sign = 0; sign < length; sign += 1) {
        this.#vectors.move((places[sign] ?? 0) * width + one, slope * share, step)
      }
      this.#vectors.move(separator * width + one, slope, step)
    }
  }

  /** The network as it is written down. */
  learned(): WordRoles {
    const vectors = inSteps(this.#vectors.weights, writtenUnit)
    return { ...this.#model, vectors, unit: writtenUnit }
  }
}

/** The list's own at that place, made once. */
function lent(list: Float32Array[], at: number): Float32Array {
  const known = list[at]
  if (known !== undefined) return known
  const made = new Float32Array(width)
  list[at] = made
  return made
}

function shuffled<T>(list: T[], random: Random): T[] {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    const kept = list[at] as T
    list[at] = list[other] as T
    list[other] = kept
  }
  return list
}
