import { hashOn } from './key-filter.ts'

/**
 * Numbers by keys that are set once and looked up ever after. When all are there, the keys stand
 * in one text, and where each begins in a list: a Map of two hundred thousand strings takes three
 * times the memory.
 */
export class KeyTable {
  readonly #text: string
  /** Where each key begins, and the end of the last. */
  readonly #starts: Uint32Array
  readonly #values: Int32Array
  readonly #slots: KeySlots

  constructor(text: string, starts: Uint32Array, values: Int32Array, slots: KeySlots) {
    this.#text = text
    this.#starts = starts
    this.#values = values
    this.#slots = slots
  }

  get size(): number {
    return this.#values.length
  }

  get(key: string): number | undefined {
    const place = this.placeOf(key)
    return place === -1 ? undefined : this.#values[place]
  }

  has(key: string): boolean {
    return this.placeOf(key) !== -1
  }

  /** The place of a key in the order in which they were set, or -1. */
  placeOf(key: string): number {
    return findPlace(this.#slots, hashOn(0, key), (place) => this.#isAt(place, key))
  }

  keyAt(place: number): string {
    return this.#text.slice(this.#starts[place], this.#starts[place + 1])
  }

  lengthAt(place: number): number {
    return (this.#starts[place + 1] ?? 0) - (this.#starts[place] ?? 0)
  }

  /** The hash of a key's first letters, or of all of them. */
  hashAt(place: number, letters = this.lengthAt(place)): number {
    const start = this.#starts[place] ?? 0
    return hashOn(0, this.#text, start, start + letters)
  }

  *keys(): Iterable<string> {
    for (let place = 0; place < this.size; place += 1) yield this.keyAt(place)
  }

  #isAt(place: number, key: string): boolean {
    return this.lengthAt(place) === key.length && this.#text.startsWith(key, this.#starts[place])
  }
}

/**
 * One more than the place of a key, where its hash says or in the next free slot behind it; else 0.
 * Their number is a power of two.
 */
export type KeySlots = Uint32Array

/** With a third of the slots free the way to a key is one or two steps. */
export const roomPerKey = 1.5

export function addPlace(slots: KeySlots, hash: number, place: number): void {
  let slot = slotOf(slots, hash)
  while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
  slots[slot] = place + 1
}

export function findPlace(slots: KeySlots, hash: number, isIt: (place: number) => boolean): number {
  for (let slot = slotOf(slots, hash); ; slot = (slot + 1) & (slots.length - 1)) {
    const place = (slots[slot] ?? 0) - 1
    if (place === -1 || isIt(place)) return place
  }
}

/** The upper bits of the product depend on all of the hash. */
export function slotOf(slots: KeySlots, hash: number): number {
  return (Math.imul(hash, 0x9e3779b1) >>> 8) & (slots.length - 1)
}
