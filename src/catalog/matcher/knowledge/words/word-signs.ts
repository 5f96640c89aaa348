import type { Spelling } from './spelling.ts'

export const signPlaces = 1 << 16

/**
 * The signs of a word: itself, how it begins, its runs of letters, how long it is and how it is
 * written. Each has the place among the weights that its hash gives.
 */
export class WordSigns {
  readonly at = new Uint16Array(signsMax)
  length = 0

  find({ raw, key, kind }: Spelling): this {
    this.length = 0
    if (kind !== 'number') this.#addLetters(key)
    this.#add(mixed(seeds[kind], Math.min(key.length, lengthsMax)))
    const isUpper = raw === raw.toUpperCase()
    const isLower = raw === raw.toLowerCase()
    this.#add(mixed(seeds.written, Number(isUpper) + 2 * Number(isLower)))
    return this
  }

  #addLetters(key: string): void {
    const length = Math.min(key.length, lettersMax)
    let own = seeds.own
    for (let at = -1; at < length; at += 1) {
      if (at >= 0) own = mixed(own, key.charCodeAt(at))
      if (at === beginningLength - 1) this.#add(mixed(own, edge))
      if (at + runLength > length + 1) continue
      let run = seeds.run
      for (let next = at; next < at + runLength; next += 1) {
        run = mixed(run, next < 0 || next === length ? edge : key.charCodeAt(next))
      }
      this.#add(run)
    }
    this.#add(own)
  }

  #add(hash: number): void {
    this.at[this.length] = placeOf(hash)
    this.length += 1
  }
}

const lettersMax = 20
const lengthsMax = 15
const runLength = 4
const beginningLength = 5
const signsMax = lettersMax + 8
const edge = 1
const seeds = {
  own: 0x811c9dc5,
  run: 0x2c1b3c6d,
  before: 0x297a2d39,
  written: 0x1b56c4e9,
  number: 0x3f84d5b5,
  mixed: 0x5bd1e995,
  word: 0x7feb352d,
}

function mixed(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193)
}

function placeOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (signPlaces - 1)
}

/** The sign that a separator before a word is. */
export function separatorSign(before: string): number {
  let hash = seeds.before
  for (let at = 0; at < before.length; at += 1) hash = mixed(hash, before.charCodeAt(at))
  return placeOf(hash)
}
