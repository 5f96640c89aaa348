import { hashOn, nextHash } from './key-filter.ts'
import { addPlace, findPlace, type KeySlots, KeyTable, roomPerKey } from './key-table.ts'

/**
 * A table while it is made, when numbers may still be set and changed. Keys come out of a file's
 * bytes by the hundred thousand, and no strings are made of them: that was half of a start.
 */
export class OpenKeyTable {
  /** The keys one behind the other, and behind the last the one that is asked for. */
  #units: Uint16Array
  /** Where each key begins, and the end of the last. */
  readonly #starts = [0]
  readonly #values: number[] = []
  #slots: KeySlots
  /** The end and the hash of the key that was written last. */
  #end = 0
  #hash = 0

  /** More keys than are expected are no fault: room for them is made on the way. */
  constructor(expected = 0) {
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 + expected * roomPerKey)))
    this.#units = new Uint16Array(unitsMin + expected * lettersExpected)
  }

  get(key: string): number | undefined {
    this.#writeText(key)
    return this.#values[this.#place()]
  }

  set(key: string, value: number): void {
    this.#writeText(key)
    this.#put(value)
  }

  /** The number that the key has already, or undefined where this one becomes its own. */
  claim(key: string, value: number): number | undefined {
    this.#writeText(key)
    return this.#claim(value)
  }

  /** The same of a key that lies in UTF-8. */
  claimBytes(bytes: Buffer, from: number, to: number, value: number): number | undefined {
    this.#writeBytes(bytes, from, to)
    return this.#claim(value)
  }

  /** Like `set`, of a key that lies in UTF-8. */
  setBytes(bytes: Buffer, from: number, to: number, value: number): void {
    this.#writeBytes(bytes, from, to)
    this.#put(value)
  }

  done(): KeyTable {
    const starts = Uint32Array.from(this.#starts)
    const text = textOf(this.#units.subarray(0, starts.at(-1)))
    return new KeyTable(text, starts, Int32Array.from(this.#values), this.#slots)
  }

  #claim(value: number): number | undefined {
    const place = this.#place()
    if (place !== -1) return this.#values[place]
    this.#add(value)
    return undefined
  }

  #put(value: number): void {
    const place = this.#place()
    if (place === -1) this.#add(value)
    else this.#values[place] = value
  }

  /** The written key becomes one of the table's. */
  #add(value: number): void {
    this.#values.push(value)
    this.#starts.push(this.#end)
    if (this.#values.length * roomPerKey > this.#slots.length) this.#grow()
    else addPlace(this.#slots, this.#hash, this.#values.length - 1)
  }

  #writeText(key: string): void {
    this.#room(key.length)
    const units = this.#units
    let end = this.#starts[this.#values.length] ?? 0
    for (let at = 0; at < key.length; at += 1, end += 1) units[end] = key.charCodeAt(at)
    this.#end = end
    this.#hash = hashOn(0, key)
  }

  #writeBytes(bytes: Buffer, from: number, to: number): void {
    this.#room(to - from)
    const units = this.#units
    let end = this.#starts[this.#values.length] ?? 0
    let hash = 0
    for (let at = from; at < to; at += 1, end += 1) {
      const letter = bytes[at] ?? 0
      if (letter > lastAscii) {
        this.#writeText(bytes.toString('utf8', from, to))
        return
      }
      units[end] = letter
      hash = nextHash(hash, letter)
    }
    this.#end = end
    this.#hash = hash
  }

  #room(letters: number): void {
    const needed = (this.#starts[this.#values.length] ?? 0) + letters
    if (needed <= this.#units.length) return
    const more = new Uint16Array(2 * needed)
    more.set(this.#units)
    this.#units = more
  }

  /** The place of the written key, or -1. */
  #place(): number {
    return findPlace(this.#slots, this.#hash, (place) => this.#isAt(place))
  }

  #isAt(place: number): boolean {
    const units = this.#units
    const written = this.#starts[this.#values.length] ?? 0
    const start = this.#starts[place] ?? 0
    const length = (this.#starts[place + 1] ?? 0) - start
    if (length !== this.#end - written) return false
    for (let at = 0; at < length; at += 1) {
      if (units[start + at] !== units[written + at]) return false
    }
    return true
  }

  #grow(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length)
    for (let place = 0; place < this.#values.length; place += 1) {
      let hash = 0
      const end = this.#starts[place + 1] ?? 0
      for (let at = this.#starts[place] ?? 0; at < end; at += 1) {
        hash = nextHash(hash, this.#units[at] ?? 0)
      }
      addPlace(this.#slots, hash, place)
    }
  }
}

/** Letters of other scripts make two bytes of every letter of a text. */
function textOf(units: Uint16Array): string {
  const isNarrow = units.every((unit) => unit <= lastAscii)
  if (isNarrow) return Buffer.from(units).toString('latin1')
  return Buffer.from(units.buffer, 0, units.byteLength).toString('utf16le')
}

const lastAscii = 0x7f
const unitsMin = 256
const lettersExpected = 12
