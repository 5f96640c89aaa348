/** The smallest sample that `share` of all samples do not exceed. `sorted` ascends. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const index = Math.ceil(sorted.length * share) - 1
  return sorted[Math.max(0, index)] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Pair by pair, so that what slows the machine for a while slows both sides of a ratio. */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
}

export function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString('en')}/s`
}

export function milliseconds(value: number): string {
  return `${value < 100 ? value.toFixed(1) : Math.round(value)} ms`
}
