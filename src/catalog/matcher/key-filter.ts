// Tells most words that no key begins with or consists of, without making the word: a line asks
// for dozens of joined spellings, and nearly none of them is one.

/** One bit for each key's hash: "no" is certain, "perhaps" is to be looked up. */
export type KeyFilter = Uint8Array

const BITS = 1 << 20

export function openKeyFilter(keys: Iterable<string>, length?: number): KeyFilter {
  const filter = new Uint8Array(BITS >> 3)
  for (const key of keys) {
    if (length !== undefined && key.length < length) continue
    const hash = hashOn(0, length === undefined ? key : key.slice(0, length))
    const place = placeOf(hash)
    filter[place >> 3] = (filter[place >> 3] ?? 0) | (1 << (place & 7))
  }
  return filter
}

/** The hash of a text that goes on with these letters; of none it is 0. */
export function hashOn(hash: number, letters: string): number {
  let on = hash
  for (let at = 0; at < letters.length; at += 1) {
    on = (Math.imul(on, 31) + letters.charCodeAt(at)) | 0
  }
  return on
}

export function mayHold(filter: KeyFilter, hash: number): boolean {
  const place = placeOf(hash)
  return ((filter[place >> 3] ?? 0) & (1 << (place & 7))) !== 0
}

/** The multiplication carries every letter into the upper bits, which are those that count. */
function placeOf(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> 12
}
