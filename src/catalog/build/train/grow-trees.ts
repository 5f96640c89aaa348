import { logistic } from '../../matcher/knowledge/calibration.ts'
import { forestOf, SignSheet, sumOfTrees, type Tree } from '../../matcher/knowledge/trees.ts'
import { type Random, randomOf } from './random.ts'

/**
 * Gradient boosting of trees whose levels ask one question each: Newton steps on the logistic loss,
 * over signs in at most 32 steps. The same rows and seed give the same trees.
 */
export interface LearnedRow {
  /** In the units of the trees. */
  readonly signs: Int32Array
  readonly right: boolean
}

export interface Growth {
  readonly trees: number
  readonly depth: number
  readonly seed: number
}

export interface Grown {
  readonly base: number
  readonly trees: readonly Tree[]
}

const rate = 0.12
const ridge = 6
const rowShare = 0.5
const signShare = 0.5
const binsMax = 32

interface Table {
  readonly limits: readonly (readonly number[])[]
  /** Per sign, the step of each row. */
  readonly steps: readonly Uint8Array[]
  readonly rows: number
}

export function growTrees(rows: readonly LearnedRow[], { trees, depth, seed }: Growth): Grown {
  const random = randomOf(seed)
  const table = tableOf(rows, random)
  const share = rows.filter(({ right }) => right).length / rows.length
  const base = Math.log(share / (1 - share))
  const sums = new Float64Array(rows.length).fill(base)
  const grown: Tree[] = []
  const slope = new Float64Array(rows.length)
  const bend = new Float64Array(rows.length)
  for (let count = 0; count < trees; count += 1) {
    for (let at = 0; at < rows.length; at += 1) {
      const p = logistic(sums[at] ?? 0)
      slope[at] = Number(rows[at]?.right === true) - p
      bend[at] = Math.max(1e-6, p * (1 - p))
    }
    grown.push(growOne(table, { slope, bend, sums }, depth, random))
  }
  return { base, trees: grown }
}

interface Slopes {
  readonly slope: Float64Array
  readonly bend: Float64Array
  readonly sums: Float64Array
}

function growOne(table: Table, { slope, bend, sums }: Slopes, depth: number, random: Random): Tree {
  const chosen: number[] = []
  for (let row = 0; row < table.rows; row += 1) if (random() < rowShare) chosen.push(row)
  const picked = Int32Array.from(chosen)
  const asked = table.steps.flatMap((_, sign) => (random() < signShare ? [sign] : []))
  const leafOf = new Uint8Array(table.rows)
  const signs: number[] = []
  const limits: number[] = []
  for (let level = 0; level < depth; level += 1) {
    const { sign, step } = bestQuestion(table, { slope, bend, picked, leafOf, level, asked })
    const steps = table.steps[sign] ?? new Uint8Array(0)
    for (let row = 0; row < table.rows; row += 1) {
      if ((steps[row] ?? 0) > step) leafOf[row] = (leafOf[row] ?? 0) | (1 << level)
    }
    signs.push(sign)
    limits.push(table.limits[sign]?.[step] ?? 0)
  }
  const leaves = leafValues({ slope, bend, leafOf }, 1 << depth)
  for (let row = 0; row < table.rows; row += 1) {
    sums[row] = (sums[row] ?? 0) + (leaves[leafOf[row] ?? 0] ?? 0)
  }
  return { signs, limits, leaves }
}

interface Asking {
  readonly slope: Float64Array
  readonly bend: Float64Array
  readonly picked: Int32Array
  readonly leafOf: Uint8Array
  readonly level: number
  readonly asked: readonly number[]
}

/** The question that tells most, asked of all leaves of this level alike. */
function bestQuestion(table: Table, asking: Asking): { sign: number; step: number } {
  const leaves = 1 << asking.level
  const slopes = new Float64Array(leaves * binsMax)
  const bends = new Float64Array(leaves * binsMax)
  let best = { sign: asking.asked[0] ?? 0, step: 0 }
  let bestGain = Number.NEGATIVE_INFINITY
  for (const sign of asking.asked) {
    const questions = table.limits[sign]?.length ?? 0
    if (questions === 0) continue
    fill(table.steps[sign] ?? new Uint8Array(0), asking, slopes, bends)
    for (let step = 0; step < questions; step += 1) {
      const gain = gainOf(slopes, bends, leaves, step)
      if (gain > bestGain) {
        bestGain = gain
        best = { sign, step }
      }
    }
  }
  return best
}

/** Sums up to each step, so that a question is answered by one subtraction. */
function fill(
  steps: Uint8Array,
  { slope, bend, picked, leafOf }: Asking,
  slopes: Float64Array,
  bends: Float64Array,
): void {
  slopes.fill(0)
  bends.fill(0)
  for (let at = 0; at < picked.length; at += 1) {
    const row = picked[at] ?? 0
    const bin = (leafOf[row] ?? 0) * binsMax + (steps[row] ?? 0)
    slopes[bin] = (slopes[bin] ?? 0) + (slope[row] ?? 0)
    bends[bin] = (bends[bin] ?? 0) + (bend[row] ?? 0)
  }
  for (let bin = 1; bin < slopes.length; bin += 1) {
    if (bin % binsMax === 0) continue
    slopes[bin] = (slopes[bin] ?? 0) + (slopes[bin - 1] ?? 0)
    bends[bin] = (bends[bin] ?? 0) + (bends[bin - 1] ?? 0)
  }
}

function gainOf(slopes: Float64Array, bends: Float64Array, leaves: number, step: number): number {
  let gain = 0
  for (let leaf = 0; leaf < leaves; leaf += 1) {
    const last = leaf * binsMax + binsMax - 1
    const left = slopes[leaf * binsMax + step] ?? 0
    const leftBend = bends[leaf * binsMax + step] ?? 0
    const right = (slopes[last] ?? 0) - left
    gain += (left * left) / (leftBend + ridge)
    gain += (right * right) / ((bends[last] ?? 0) - leftBend + ridge)
  }
  return gain
}

function leafValues(
  { slope, bend, leafOf }: Pick<Asking, 'slope' | 'bend' | 'leafOf'>,
  count: number,
): number[] {
  const up = new Float64Array(count)
  const down = new Float64Array(count).fill(ridge)
  for (let row = 0; row < leafOf.length; row += 1) {
    const leaf = leafOf[row] ?? 0
    up[leaf] = (up[leaf] ?? 0) + (slope[row] ?? 0)
    down[leaf] = (down[leaf] ?? 0) + (bend[row] ?? 0)
  }
  return [...up].map((sum, leaf) => Math.round((rate * sum * 1000) / (down[leaf] ?? 1)) / 1000)
}

function tableOf(rows: readonly LearnedRow[], random: Random): Table {
  const width = rows[0]?.signs.length ?? 0
  const sample = rows.filter(() => random() < Math.min(1, 20_000 / rows.length))
  const limits = Array.from({ length: width }, (_, sign) =>
    limitsOf(sample.map(({ signs }) => signs[sign] ?? 0)),
  )
  const steps = limits.map((list, sign) =>
    Uint8Array.from(rows, ({ signs }) => stepOf(list, signs[sign] ?? 0)),
  )
  return { limits, steps, rows: rows.length }
}

/** Between the values that occur, or between equally many rows where they are too many. */
function limitsOf(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b)
  const different = [...new Set(sorted)]
  if (different.length <= binsMax) return different.slice(0, -1)
  const found = new Set<number>()
  for (let part = 1; part < binsMax; part += 1) {
    found.add(sorted[Math.floor((sorted.length * part) / binsMax)] ?? 0)
  }
  return [...found].sort((a, b) => a - b)
}

function stepOf(limits: readonly number[], value: number): number {
  let step = 0
  while (step < limits.length && value > (limits[step] ?? 0)) step += 1
  return step
}

export function forestFrom({ base, trees }: Grown) {
  return forestOf(base, trees)
}

/** Mean logistic loss and the area under the curve, printed to compare trainings. */
export function qualityOf(
  grown: Grown,
  rows: readonly LearnedRow[],
): { loss: number; area: number } {
  const forest = forestFrom(grown)
  const sheet = new SignSheet()
  const scored = rows.map(({ signs, right }) => {
    sheet.values.set(signs)
    return { score: sumOfTrees(forest, sheet), right }
  })
  const loss = scored.reduce(
    (sum, { score, right }) => sum - Math.log(Math.max(1e-9, logistic(right ? score : -score))),
    0,
  )
  scored.sort((a, b) => a.score - b.score)
  let wrong = 0
  let pairs = 0
  for (const { right } of scored) {
    if (right) pairs += wrong
    else wrong += 1
  }
  const rights = scored.length - wrong
  return { loss: loss / scored.length, area: pairs / Math.max(1, wrong * rights) }
}
