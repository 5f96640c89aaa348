/** Draws that a printed seed repeats. */
export interface Random {
  /** From 0 up to and without 1. */
  next(): number
  below(limit: number): number
  between(low: number, high: number): number
  chance(share: number): boolean
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    between: (low, high) => low + next() * (high - low),
    chance: (share) => next() < share,
  }
}

/** Ranks from 0: the first is drawn most, the n-th n^exponent times less. */
export function zipf(count: number, exponent: number, random: Random): () => number {
  const sums: number[] = []
  for (let rank = 1; rank <= count; rank += 1) sums.push((sums.at(-1) ?? 0) + rank ** -exponent)
  const total = sums.at(-1) ?? 0
  return () => {
    const drawn = random.next() * total
    let low = 0
    let high = count - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) > drawn) high = middle
      else low = middle + 1
    }
    return low
  }
}
