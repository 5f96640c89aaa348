/**
 * Boosted trees whose levels each ask one question: the answers are the bits of a leaf's number, so
 * that a tree costs a handful of comparisons and no jumps.
 */
export interface Forest {
  readonly base: number
  readonly depth: number
  readonly count: number
  /** Per tree and level: the sign asked for, and the limit that it exceeds or not. */
  readonly signs: Uint8Array
  readonly limits: Int32Array
  readonly leaves: Float32Array
}

export interface Tree {
  readonly signs: readonly number[]
  readonly limits: readonly number[]
  readonly leaves: readonly number[]
}

export function forestOf(base: number, trees: readonly Tree[]): Forest {
  const depth = trees[0]?.signs.length ?? 0
  return {
    base,
    depth,
    count: trees.length,
    signs: Uint8Array.from(trees.flatMap(({ signs }) => signs)),
    limits: Int32Array.from(trees.flatMap(({ limits }) => limits)),
    leaves: Float32Array.from(trees.flatMap(({ leaves }) => leaves)),
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

  clear(): this {
    this.length = 0
    return this
  }
}

const sheetWidth = 128

/** Log-odds. The trees may be asked in two goes, to give the hopeless up early. */
export function sumOfTrees(
  forest: Forest,
  { values }: SignSheet,
  from = 0,
  to = forest.count,
): number {
  const { depth, signs, limits, leaves } = forest
  let sum = from === 0 ? forest.base : 0
  let at = from * depth
  for (let tree = from; tree < to; tree += 1) {
    let leaf = tree << depth
    for (let level = 0; level < depth; level += 1, at += 1) {
      // The sign bit of the difference is the answer.
      leaf |= (((limits[at] ?? 0) - (values[signs[at] ?? 0] ?? 0)) >>> 31) << level
    }
    sum += leaves[leaf] ?? 0
  }
  return sum
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
