const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** After each attempt that failed, until the next: at once, then over three days. */
const pausesMs = [
  ...[5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour],
  ...[10 * hour, 14 * hour, 20 * hour, 24 * hour],
]
/** Spread, so that a target that comes back is not met by all at once. */
const jitter = 0.1

/** How long to wait after `attempts` failed ones, or null when it is given up. */
export function pauseAfter(attempts: number, random: number): number | null {
  const pause = pausesMs[attempts - 1]
  return pause === undefined ? null : Math.round(pause * (1 - jitter + 2 * jitter * random))
}
