/**
 * Rules out most words that no key begins with or consists of, without making the word: a line asks
 * for dozens of joined spellings, and nearly none of them is one.
 *
 * One bit for each key's hash: "no" is certain, "perhaps" is to be looked up.
 */
export type KeyFilter = Uint8Array

/** One word in sixteen that is no key is looked up in vain. */
const bitsPerKey = 16

export function openKeyFilter(keys: readonly string[]): KeyFilter {
  return filterOfHashes(keys.map((key) => hashOn(0, key)))
}

/** A filter of the keys' beginnings, so many letters long. */
export function openBeginnings(keys: Iterable<string>, length: number): KeyFilter {
  const hashes: number[] = []
  for (const key of keys) if (key.length >= length) hashes.push(hashOn(0, key, 0, length))
  return filterOfHashes(hashes)
}

export function filterOfHashes(hashes: ArrayLike<number> & Iterable<number>): KeyFilter {
  const bits = 2 ** Math.ceil(Math.log2(Math.max(8, hashes.length * bitsPerKey)))
  const filter = emptyFilter(bits)
  for (const hash of hashes) hold(filter, hash)
  return filter
}

/** For keys that come one by one; its bits are a power of two. */
export function emptyFilter(bits: number): KeyFilter {
  return new Uint8Array(bits / 8)
}

export function hold(filter: KeyFilter, hash: number): void {
  const place = placeOf(filter, hash)
  filter[place >> 3] = (filter[place >> 3] ?? 0) | (1 << (place & 7))
}

/** The hash of a text that goes on with these letters, or with some of them; of none it is 0. */
export function hashOn(hash: number, letters: string, from = 0, to = letters.length): number {
  let on = hash
  for (let at = from; at < to; at += 1) on = nextHash(on, letters.charCodeAt(at))
  return on
}

export function nextHash(hash: number, letter: number): number {
  return (Math.imul(hash, 31) + letter) | 0
}

/** A word whose hash is known, and by what that of the letters before it is multiplied. */
export interface Hashed {
  readonly hash: number
  readonly shift: number
}

export function shiftOf(letters: number): number {
  let shift = 1
  for (let at = 0; at < letters; at += 1) shift = Math.imul(shift, 31)
  return shift
}

/** The hash of a text that goes on with this word, without reading its letters. */
export function joinHash(hash: number, { hash: own, shift }: Hashed): number {
  return (Math.imul(hash, shift) + own) | 0
}

export function mayHold(filter: KeyFilter, hash: number): boolean {
  const place = placeOf(filter, hash)
  return ((filter[place >> 3] ?? 0) & (1 << (place & 7))) !== 0
}

/** The multiplication carries every letter into the upper bits, which are those that count. */
function placeOf(filter: KeyFilter, hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> (Math.clz32(filter.length * 8) + 1)
}
