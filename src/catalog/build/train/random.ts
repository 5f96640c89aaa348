/** Mulberry32: small, even enough, and the same everywhere. A fixed seed gives the same lines. */
export type Random = () => number

export function randomOf(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function one<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

export function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => String(Math.floor(random() * 10))).join('')
}

export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1))
}

/** One of several ways, by their shares; what the shares leave over is the last. */
export function byShare<Way>(random: Random, ways: readonly (readonly [number, Way])[]): Way {
  let left = random()
  for (const [share, way] of ways) {
    left -= share
    if (left < 0) return way
  }
  const last = ways.at(-1)
  if (last === undefined) throw new Error('no way to choose')
  return last[1]
}
