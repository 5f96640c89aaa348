/**
 * Boosted trees whose levels each ask one question: the answers are the bits of a leaf's number, so
 * that a tree costs a handful of loads and no jumps.
 */
export interface Forest {
  readonly base: number
  readonly count: number
  /** Per question: the sign asked for, and the limit that it exceeds or not. */
  readonly signs: Uint8Array
  readonly limits: Int32Array
  /** Per tree and level, the question: trees share most of them, so each is answered once. */
  readonly questions: Uint16Array
  /** Per tree, and for the end, the number of questions that the trees before it ask. */
  readonly asked: Uint16Array
  readonly leaves: Float32Array
}

export interface Tree {
  readonly signs: readonly number[]
  readonly limits: readonly number[]
  readonly leaves: readonly number[]
}

/** All trees have as many levels, so that no loop counts them. */
const levels = 6
const leavesOfTree = 1 << levels

export function forestOf(base: number, trees: readonly Tree[]): Forest {
  const numbers = new Map<string, number>()
  const asked = new Uint16Array(trees.length + 1)
  const questions = new Uint16Array(trees.length * levels)
  const leaves = new Float32Array(trees.length * leavesOfTree)
  const signs: number[] = []
  const limits: number[] = []
  trees.forEach((tree, at) => {
    if (tree.signs.length > levels) throw new Error(`a tree has at most ${levels} levels`)
    tree.signs.forEach((sign, level) => {
      const limit = tree.limits[level] ?? 0
      const number = numbers.get(`${sign}>${limit}`) ?? numbers.size
      if (number === numbers.size) {
        numbers.set(`${sign}>${limit}`, number)
        signs.push(sign)
        limits.push(limit)
      }
      questions[at * levels + level] = number
    })
    asked[at + 1] = numbers.size
    // A smaller tree's leaves stand there for either answer to the questions that it lacks.
    for (let leaf = 0; leaf < leavesOfTree; leaf += 1) {
      leaves[at * leavesOfTree + leaf] = tree.leaves[leaf % tree.leaves.length] ?? 0
    }
  })
  if (numbers.size > questionsMax)
    throw new Error(`a forest asks at most ${questionsMax} questions`)
  return {
    base,
    count: trees.length,
    signs: Uint8Array.from(signs),
    limits: Int32Array.from(limits),
    questions,
    asked,
    leaves,
  }
}

/** Signs are kept in 64ths, as whole numbers are compared without a jump. */
const signUnit = 64

/**
 * The signs of one question, written into a sheet that is used again and again: a line asks dozens
 * of questions, and memory for each would cost more than the answer.
 */
export class SignSheet {
  readonly values = new Int32Array(sheetWidth)
  length = 0

  add(value: number): void {
    this.values[this.length] = value * signUnit
    this.length += 1
  }

  /** Some of the small numbers that stand in a row from a place on. */
  addFrom(numbers: Int8Array, first: number, which: readonly number[]): void {
    const { values } = this
    let to = this.length
    for (let one = 0; one < which.length; one += 1, to += 1) {
      values[to] = (numbers[first + (which[one] ?? 0)] ?? 0) * signUnit
    }
    this.length = to
  }

  clear(): this {
    this.length = 0
    return this
  }
}

const sheetWidth = 128
const questionsMax = 2048

/** The answers to a forest's questions, 0 or 1. */
const answers = new Uint8Array(questionsMax)

/** Log-odds of one sheet. */
export function sumOfTrees(forest: Forest, sheet: SignSheet): number {
  const { questions, leaves } = forest
  answer(forest, sheet)
  let sum = forest.base
  let at = 0
  const end = forest.count * leavesOfTree
  for (let tree = 0; tree < end; tree += leavesOfTree, at += levels) {
    let leaf = answers[questions[at + 5] ?? 0] ?? 0
    leaf = leaf * 2 + (answers[questions[at + 4] ?? 0] ?? 0)
    leaf = leaf * 2 + (answers[questions[at + 3] ?? 0] ?? 0)
    leaf = leaf * 2 + (answers[questions[at + 2] ?? 0] ?? 0)
    leaf = leaf * 2 + (answers[questions[at + 1] ?? 0] ?? 0)
    leaf = leaf * 2 + (answers[questions[at] ?? 0] ?? 0)
    sum += leaves[tree + leaf] ?? 0
  }
  return sum
}

function answer({ signs, limits }: Forest, { values }: SignSheet): void {
  for (let at = 0; at < limits.length; at += 1) {
    // The sign bit of the difference is the answer.
    answers[at] = ((limits[at] ?? 0) - (values[signs[at] ?? 0] ?? 0)) >>> 31
  }
}

/** As many sheets as a number has bytes. */
export const sheetsTogether = 4

export function openSheets(): readonly SignSheet[] {
  return Array.from({ length: sheetsTogether }, () => new SignSheet())
}

/** The answers of the sheets to each question, one in each byte. */
const packed = new Int32Array(questionsMax)
/** The sums of the sheets, until the next are asked for. */
const sums = new Float64Array(sheetsTogether)

/**
 * The log-odds of up to four sheets, for about half of what they cost one by one: the leaf of each
 * is made in its own byte of one number, so that its question is looked up once for all.
 *
 * The trees may be asked in two goes, to give the hopeless up early; each answers all questions of
 * the trees up to its last.
 */
export function sumsOfTrees(
  forest: Forest,
  sheets: readonly SignSheet[],
  from = 0,
  to = forest.count,
): Float64Array {
  if (sheets.length > sheetsTogether) throw new Error(`${sheets.length} sheets are too many`)
  const { questions, leaves } = forest
  answerTogether(forest, sheets, to)
  const base = from === 0 ? forest.base : 0
  let first = base
  let second = base
  let third = base
  let fourth = base
  let at = from * levels
  let tree = from * leavesOfTree
  for (const end = to * leavesOfTree; tree < end; tree += leavesOfTree, at += levels) {
    let leaf = packed[questions[at + 5] ?? 0] ?? 0
    leaf = (leaf << 1) | (packed[questions[at + 4] ?? 0] ?? 0)
    leaf = (leaf << 1) | (packed[questions[at + 3] ?? 0] ?? 0)
    leaf = (leaf << 1) | (packed[questions[at + 2] ?? 0] ?? 0)
    leaf = (leaf << 1) | (packed[questions[at + 1] ?? 0] ?? 0)
    leaf = (leaf << 1) | (packed[questions[at] ?? 0] ?? 0)
    first += leaves[tree + (leaf & lastByte)] ?? 0
    second += leaves[tree + ((leaf >> 8) & lastByte)] ?? 0
    third += leaves[tree + ((leaf >> 16) & lastByte)] ?? 0
    fourth += leaves[tree + (leaf >> 24)] ?? 0
  }
  sums[0] = first
  sums[1] = second
  sums[2] = third
  sums[3] = fourth
  return sums
}

const lastByte = 0xff
const unused = new Int32Array(sheetWidth)

function answerTogether(
  { signs, limits, asked }: Forest,
  sheets: readonly SignSheet[],
  to: number,
): void {
  const first = sheets[0]?.values ?? unused
  const second = sheets[1]?.values ?? unused
  const third = sheets[2]?.values ?? unused
  const fourth = sheets[3]?.values ?? unused
  const end = asked[to] ?? 0
  for (let at = 0; at < end; at += 1) {
    const sign = signs[at] ?? 0
    const limit = limits[at] ?? 0
    packed[at] =
      ((limit - (first[sign] ?? 0)) >>> 31) |
      (((limit - (second[sign] ?? 0)) >>> 31) << 8) |
      (((limit - (third[sign] ?? 0)) >>> 31) << 16) |
      (((limit - (fourth[sign] ?? 0)) >>> 31) << 24)
  }
}

const leafUnit = 1000

export function writeForest(name: string, base: number, trees: readonly Tree[]): string[] {
  return [
    `${name}\t${base.toFixed(3)}`,
    ...trees.map(({ signs, limits, leaves }) => {
      const questions = signs.map((sign, at) => `${sign}>${limits[at] ?? 0}`).join(' ')
      const values = leaves.map((leaf) => Math.round(leaf * leafUnit)).join(' ')
      return `${name}\t${questions}\t${values}`
    }),
  ]
}

export function readForests(lines: readonly string[]): ReadonlyMap<string, Forest> {
  const bases = new Map<string, number>()
  const trees = new Map<string, Tree[]>()
  for (const line of lines) {
    const [name = '', questions = '', values] = line.split('\t')
    if (values === undefined) {
      bases.set(name, Number(questions))
      trees.set(name, [])
    } else trees.get(name)?.push(readTree(questions, values))
  }
  return new Map([...trees].map(([name, list]) => [name, forestOf(bases.get(name) ?? 0, list)]))
}

function readTree(questions: string, values: string): Tree {
  const asked = questions.split(' ').map((question) => question.split('>').map(Number))
  return {
    signs: asked.map(([sign = 0]) => sign),
    limits: asked.map(([, limit = 0]) => limit),
    leaves: values.split(' ').map((value) => Number(value) / leafUnit),
  }
}
