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
  readonly #slots: Slots

  constructor(keys: readonly string[], values: readonly number[], slots: Slots) {
    this.#text = keys.join('')
    this.#starts = new Uint32Array(keys.length + 1)
    for (let place = 0, start = 0; place < keys.length; place += 1) {
      start += keys[place]?.length ?? 0
      this.#starts[place + 1] = start
    }
    this.#values = Int32Array.from(values)
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

  *keys(): Iterable<string> {
    for (let place = 0; place < this.size; place += 1) yield this.keyAt(place)
  }

  #isAt(place: number, key: string): boolean {
    const start = this.#starts[place] ?? 0
    const length = (this.#starts[place + 1] ?? 0) - start
    return length === key.length && this.#text.startsWith(key, start)
  }
}

/** A table while it is made, when numbers may still be set and changed. */
export class OpenKeyTable {
  readonly #keys: string[] = []
  readonly #values: number[] = []
  readonly #hashes: number[] = []
  #slots: Slots = new Uint32Array(1024)

  get(key: string): number | undefined {
    const place = this.#placeOf(key, hashOn(0, key))
    return place === -1 ? undefined : this.#values[place]
  }

  has(key: string): boolean {
    return this.#placeOf(key, hashOn(0, key)) !== -1
  }

  set(key: string, value: number): void {
    const hash = hashOn(0, key)
    const place = this.#placeOf(key, hash)
    if (place !== -1) {
      this.#values[place] = value
      return
    }
    this.#keys.push(key)
    this.#values.push(value)
    this.#hashes.push(hash)
    if (this.#keys.length * roomPerKey > this.#slots.length) this.#grow()
    else addPlace(this.#slots, hash, this.#keys.length - 1)
  }

  done(): KeyTable {
    return new KeyTable(this.#keys, this.#values, this.#slots)
  }

  #placeOf(key: string, hash: number): number {
    return findPlace(this.#slots, hash, (place) => this.#keys[place] === key)
  }

  #grow(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length)
    for (const [place, hash] of this.#hashes.entries()) addPlace(this.#slots, hash, place)
  }
}

/**
 * One more than the place of a key, where its hash says or in the next free slot behind it; else 0.
 * Their number is a power of two.
 */
type Slots = Uint32Array

/** With a third of the slots free the way to a key is one or two steps. */
const roomPerKey = 1.5

function addPlace(slots: Slots, hash: number, place: number): void {
  let slot = slotOf(slots, hash)
  while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
  slots[slot] = place + 1
}

function findPlace(slots: Slots, hash: number, isIt: (place: number) => boolean): number {
  for (let slot = slotOf(slots, hash); ; slot = (slot + 1) & (slots.length - 1)) {
    const place = (slots[slot] ?? 0) - 1
    if (place === -1 || isIt(place)) return place
  }
}

/** The upper bits of the product depend on all of the hash. */
export function slotOf(slots: Slots, hash: number): number {
  return (Math.imul(hash, 0x9e3779b1) >>> 8) & (slots.length - 1)
}
