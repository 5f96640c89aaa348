import { randomFillSync } from 'node:crypto'

const slotsAtFirst = 1 << 16
const wordsPerSlot = 4

/** Texts of one scope are others than the same texts of another. */
export interface DigestScope {
  readonly high: number
  readonly low: number
}

const everywhere: DigestScope = { high: 0, low: 0 }

/**
 * Which texts were seen, as 128 bits of each in one flat table: a Set of the texts would take ten
 * times the memory. Two texts of a billion share their bits with a chance of 10⁻²⁰; the seed is
 * drawn anew each run, so nobody can prepare a pair that does.
 */
export class DigestSet {
  #words = new Uint32Array(slotsAtFirst * wordsPerSlot)
  #size = 0
  readonly #seed: Uint32Array
  readonly #digest = new Uint32Array(wordsPerSlot)

  constructor(seed = newDigestSeed()) {
    this.#seed = seed
  }

  get size(): number {
    return this.#size
  }

  /** The digests as they lie, for a set of the same seed. */
  get words(): Uint32Array<ArrayBuffer> {
    return this.#words
  }

  /** The scope that a text names: 64 bits, for two names must not be one. */
  scopeOf(name: string): DigestScope {
    const into = new Uint32Array(wordsPerSlot)
    digest({ text: name, scope: everywhere, seed: this.#seed, into })
    return { high: (into[0] ?? 0) | 0, low: (into[1] ?? 0) | 0 }
  }

  /** Whether it has any of another set's, which has the same seed. */
  hasAny(others: Uint32Array): boolean {
    for (let from = 0; from < others.length; from += wordsPerSlot) {
      if (others[from + 3] === 0) continue
      if (this.#placeOf(others.subarray(from, from + wordsPerSlot)) < 0) return true
    }
    return false
  }

  /** False when the text was there already; those of another scope are others. */
  add(text: string, scope = everywhere): boolean {
    if (this.#size * 2 * wordsPerSlot > this.#words.length) this.#grow()
    const place = this.#placeFor(text, scope)
    if (place < 0) return false
    copy(this.#digest, 0, this.#words, place)
    this.#size += 1
    return true
  }

  has(text: string): boolean {
    return this.#placeFor(text, everywhere) < 0
  }

  #placeFor(text: string, scope: DigestScope): number {
    digest({ text, scope, seed: this.#seed, into: this.#digest })
    return this.#placeOf(this.#digest)
  }

  /** Where a digest has its place; −1 when it is there. */
  #placeOf(wanted: Uint32Array): number {
    const words = this.#words
    const mask = words.length - 1
    let at = ((wanted[0] ?? 0) * wordsPerSlot) & mask
    for (;;) {
      if (words[at + 3] === 0) return at
      if (words[at] === wanted[0] && same(words, at, wanted)) return -1
      at = (at + wordsPerSlot) & mask
    }
  }

  /** All that it has are different, so that each goes to the first free place. */
  #grow(): void {
    const before = this.#words
    const words = new Uint32Array(before.length * 2)
    const mask = words.length - 1
    for (let from = 0; from < before.length; from += wordsPerSlot) {
      if (before[from + 3] === 0) continue
      let to = ((before[from] ?? 0) * wordsPerSlot) & mask
      while (words[to + 3] !== 0) to = (to + wordsPerSlot) & mask
      copy(before, from, words, to)
    }
    this.#words = words
  }
}

export function newDigestSeed(): Uint32Array<ArrayBuffer> {
  return randomFillSync(new Uint32Array(wordsPerSlot))
}

function copy(source: Uint32Array, from: number, target: Uint32Array, to: number): void {
  for (let word = 0; word < wordsPerSlot; word += 1) target[to + word] = source[from + word] ?? 0
}

function same(words: Uint32Array, at: number, wanted: Uint32Array): boolean {
  for (let word = 1; word < wordsPerSlot; word += 1) {
    if (words[at + word] !== wanted[word]) return false
  }
  return true
}

interface Digesting {
  readonly text: string
  readonly scope: DigestScope
  readonly seed: Uint32Array
  readonly into: Uint32Array
}

/**
 * Four lanes that each see the scope, then two characters at a time, and at the end one another
 * and the length (after MurmurHash3).
 */
function digest({ text, scope, seed, into }: Digesting): void {
  const { length } = text
  let [a, b, c, d] = [(seed[0] ?? 0) ^ scope.high, seed[1] ?? 0, seed[2] ?? 0, seed[3] ?? 0]
  let two = scope.low
  for (let index = 0; ; index += 2) {
    a = Math.imul(a ^ two, 0x239b961b)
    a = (((a << 13) | (a >>> 19)) + b) | 0
    b = Math.imul(b ^ two, 0xab0e9789)
    b = (((b << 15) | (b >>> 17)) + c) | 0
    c = Math.imul(c ^ two, 0x38b34ae5)
    c = (((c << 17) | (c >>> 15)) + d) | 0
    d = Math.imul(d ^ two, 0xa1e38b93)
    d = (((d << 18) | (d >>> 14)) + a) | 0
    if (index >= length) break
    two = text.charCodeAt(index)
    if (index + 1 < length) two |= text.charCodeAt(index + 1) << 16
  }
  const all = a ^ b ^ c ^ d ^ length
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
