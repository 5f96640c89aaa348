import { hashOn } from './key-filter.ts'

/**
 * Numbers by keys, made once and never changed. The keys stand in one text, and where each begins
 * in a list: a Map of two hundred thousand strings would take three times the memory.
 */
export class KeyTable {
  readonly size: number
  readonly #text: string
  /** Where each key begins, and the end of the last. */
  readonly #starts: Uint32Array
  readonly #values: Int32Array
  /** One more than the place of a key, where its hash says or the next free one behind; else 0. */
  readonly #slots: Uint32Array
  readonly #mask: number

  constructor(entries: Iterable<readonly [key: string, value: number]>) {
    const keys: string[] = []
    const values: number[] = []
    for (const [key, value] of entries) {
      keys.push(key)
      values.push(value)
    }
    this.size = keys.length
    this.#text = keys.join('')
    this.#values = Int32Array.from(values)
    this.#starts = new Uint32Array(keys.length + 1)
    const slots = 2 ** Math.ceil(Math.log2(Math.max(2, keys.length * roomPerKey)))
    this.#slots = new Uint32Array(slots)
    this.#mask = slots - 1
    let start = 0
    for (const [place, key] of keys.entries()) {
      start += key.length
      this.#starts[place + 1] = start
      let slot = slotOf(hashOn(0, key), this.#mask)
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask
      this.#slots[slot] = place + 1
    }
  }

  get(key: string): number | undefined {
    for (let slot = slotOf(hashOn(0, key), this.#mask); ; slot = (slot + 1) & this.#mask) {
      const place = (this.#slots[slot] ?? 0) - 1
      if (place === -1) return undefined
      if (this.#isAt(place, key)) return this.#values[place]
    }
  }

  has(key: string): boolean {
    return this.get(key) !== undefined
  }

  /** The key at a place in the order in which they were given. */
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

/** With a slot of two free the way to a key is one or two steps. */
const roomPerKey = 1.5

/** The upper bits of the product depend on all of the hash. */
function slotOf(hash: number, mask: number): number {
  return (Math.imul(hash, 0x9e3779b1) >>> 8) & mask
}
