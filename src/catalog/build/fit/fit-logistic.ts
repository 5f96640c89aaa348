import { logistic, type Signs } from '../../matcher/knowledge/calibration.ts'

/**
 * Logistic regression by Newton's method: few signs, many lines, the same weights on every build.
 */
export interface Observation {
  readonly signs: Signs
  readonly right: boolean
}

const rounds = 25
/** Keeps the weight of a sign that is rarely seen small. */
const ridge = 1

export function fitLogistic(observed: readonly Observation[]): ReadonlyMap<string, number> {
  const names = ['bias', ...Object.keys(observed[0]?.signs ?? {})]
  const rows = observed.map(({ signs, right }): { values: number[]; label: number } => ({
    values: names.map((name) => (name === 'bias' ? 1 : (signs[name] ?? 0))),
    label: Number(right),
  }))
  let weights: number[] = names.map(() => 0)
  for (let round = 0; round < rounds; round += 1) {
    const slope: number[] = names.map((_, at) => (at === 0 ? 0 : -ridge * (weights[at] ?? 0)))
    const bend: number[][] = names.map((_, at) =>
      names.map((__, other) => (at === other ? ridge : 0)),
    )
    for (const { values, label } of rows) {
      const p = logistic(values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0))
      values.forEach((value, at) => {
        if (value === 0) return
        slope[at] = (slope[at] ?? 0) + (label - p) * value
        const line = bend[at] ?? []
        for (let other = 0; other < values.length; other += 1) {
          line[other] = (line[other] ?? 0) + p * (1 - p) * value * (values[other] ?? 0)
        }
      })
    }
    const step = solved(bend, slope)
    weights = weights.map((weight, at) => weight + (step[at] ?? 0))
  }
  return new Map(names.map((name, at) => [name, weights[at] ?? 0]))
}

/** Gaussian elimination; the ridge keeps every pivot above nothing. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
  const size = rows.length
  rows.forEach((pivot, at) => {
    for (let below = at + 1; below < size; below += 1) {
      const row = rows[below] ?? []
      const factor = (row[at] ?? 0) / (pivot[at] ?? 1)
      for (let column = at; column <= size; column += 1) {
        row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0)
      }
    }
  })
  const found = new Array<number>(size).fill(0)
  for (let at = size - 1; at >= 0; at -= 1) {
    const row = rows[at] ?? []
    let sum = row[size] ?? 0
    for (let column = at + 1; column < size; column += 1) {
      sum -= (row[column] ?? 0) * (found[column] ?? 0)
    }
    found[at] = sum / (row[at] ?? 1)
  }
  return found
}
