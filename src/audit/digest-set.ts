import { randomFillSync } from 'node:crypto'

const slotsAtFirst = 1 << 16
const wordsPerSlot = 4

/**
 * Which texts were seen, as 128 bits of each in one flat table: a Set of the texts would take ten
 * times the memory. Two texts of a billion share their bits with a chance of 10⁻²⁰; the seed is
 * drawn anew each run, so nobody can prepare a pair that does.
 */
export class DigestSet {
  #words = new Uint32Array(slotsAtFirst * wordsPerSlot)
  #size = 0
  readonly #seed = randomFillSync(new Uint32Array(wordsPerSlot))
  readonly #digest = new Uint32Array(wordsPerSlot)

  get size(): number {
    return this.#size
  }

  /** False when the text was there already. */
  add(text: string): boolean {
    if (this.#size * 2 * wordsPerSlot > this.#words.length) this.#grow()
    digest(text, this.#seed, this.#digest) // Behind #grow, which uses the same four words.
    const place = placeOf(this.#words, this.#digest)
    if (place < 0) return false
    this.#words.set(this.#digest, place)
    this.#size += 1
    return true
  }

  has(text: string): boolean {
    digest(text, this.#seed, this.#digest)
    return placeOf(this.#words, this.#digest) < 0
  }

  #grow(): void {
    const before = this.#words
    this.#words = new Uint32Array(before.length * 2)
    const kept = this.#digest
    for (let from = 0; from < before.length; from += wordsPerSlot) {
      if (before[from + 3] === 0) continue
      for (let word = 0; word < wordsPerSlot; word += 1) kept[word] = before[from + word] ?? 0
      this.#words.set(kept, placeOf(this.#words, kept))
    }
  }
}

/** Where the digest belongs: an index of `words`, or −1 when it is there. */
function placeOf(words: Uint32Array, wanted: Uint32Array): number {
  const a = wanted[0] ?? 0
  const mask = words.length - 1
  let at = (a * wordsPerSlot) & mask
  for (;;) {
    if (words[at + 3] === 0) return at
    if (words[at] === a && same(words, at, wanted)) return -1
    at = (at + wordsPerSlot) & mask
  }
}

function same(words: Uint32Array, at: number, wanted: Uint32Array): boolean {
  for (let word = 1; word < wordsPerSlot; word += 1) {
    if (words[at + word] !== wanted[word]) return false
  }
  return true
}

/** Four lanes that each see every character and at the end one another (after MurmurHash3). */
function digest(text: string, seed: Uint32Array, into: Uint32Array): void {
  let [a, b, c, d] = [seed[0] ?? 0, seed[1] ?? 0, seed[2] ?? 0, seed[3] ?? 0]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 0x239b961b)
    a = ((a << 13) | (a >>> 19)) + b
    b = Math.imul(b ^ code, 0xab0e9789)
    b = ((b << 15) | (b >>> 17)) + c
    c = Math.imul(c ^ code, 0x38b34ae5)
    c = ((c << 17) | (c >>> 15)) + d
    d = Math.imul(d ^ code, 0xa1e38b93)
    d = ((d << 18) | (d >>> 14)) + a
  }
  const all = a ^ b ^ c ^ d
  into[0] = finished(a ^ all)
  into[1] = finished(b ^ all ^ into[0])
  into[2] = finished(c ^ all ^ into[1])
  // Never all zero: that is an empty place.
  into[3] = finished(d ^ all ^ into[2]) | 1
}

function finished(word: number): number {
  const mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  const more = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (more ^ (more >>> 16)) >>> 0
}
