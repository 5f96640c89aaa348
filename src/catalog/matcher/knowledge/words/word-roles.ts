/**
 * A linear model of what part a word plays, known or never seen: how likely it belongs to a name,
 * stands ahead of one, and is in a line that names nobody. It weighs the word, its runs of letters
 * and the words beside it; their weights stand at the places that hashes give.
 */
export interface WordRoles {
  /** For each place the weights of the questions, side by side. */
  readonly weights: Int8Array
}

/** The questions, by their place among the weights. */
export const role = { inName: 0, ahead: 1, nobody: 2 } as const
export const rolesCount = 3

export const rolePlaces = 1 << 16
/** A weight of 16 is one in log-odds. */
export const roleUnit = 16

/** Where the weights of a word stand: its own, and those of its runs and neighbours. */
export class RolePlaces {
  readonly at = new Uint16Array(placesMax)
  length = 0

  /** `before` and `behind` are empty at the line's ends; of a number there its length counts. */
  find(key: string, before: string, behind: string): this {
    this.length = 0
    const length = Math.min(key.length, lettersMax)
    let own = seeds.word
    for (let at = -1; at < length; at += 1) {
      if (at >= 0) own = mixed(own, key.charCodeAt(at))
      if (at === beginningLength - 1) this.#add(mixed(own, edge))
      let run = seeds.run
      if (at + runLength > length + 1) continue
      for (let next = at; next < at + runLength; next += 1) {
        run = mixed(run, next < 0 || next === length ? edge : key.charCodeAt(next))
      }
      this.#add(run)
    }
    this.#add(own)
    const left = hashOf(before, seeds.before)
    const right = hashOf(behind, seeds.behind)
    this.#add(left)
    this.#add(right)
    this.#add(mixed(left, own))
    this.#add(mixed(right, own))
    return this
  }

  #add(hash: number): void {
    this.at[this.length] = (hash ^ (hash >>> 15)) & (rolePlaces - 1)
    this.length += 1
  }
}

const lettersMax = 20
const runLength = 4
const beginningLength = 5
const placesMax = lettersMax + 8
const edge = 1
const seeds = { word: 0x811c9dc5, run: 0x2c1b3c6d, before: 0x297a2d39, behind: 0x1b56c4e9 }

function mixed(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193)
}

function hashOf(key: string, seed: number): number {
  let hash = seed
  const length = Math.min(key.length, lettersMax)
  for (let at = 0; at < length; at += 1) {
    const code = key.charCodeAt(at)
    hash = mixed(hash, isDigit(code) ? digit : code)
  }
  return hash
}

const digit = 0x23

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Steps to one in log-odds. */
const steps = 2
const even = 8
const most = 15

/** The answer to a question, from 0 to 15, where 8 says nothing. */
export function roleOf({ weights }: WordRoles, places: RolePlaces, question: number): number {
  let sum = 0
  for (let one = 0; one < places.length; one += 1) {
    sum += weights[(places.at[one] ?? 0) * rolesCount + question] ?? 0
  }
  return Math.max(0, Math.min(most, Math.round((sum * steps) / roleUnit) + even))
}

/** How far an answer speaks for or against. */
export function leaningOf(answer: number): number {
  return answer - even
}

const placesOfLine = 1024

/** The weights as lines of a table. */
export function writeWordRoles({ weights }: WordRoles): string[] {
  const bytes = Buffer.from(weights.buffer)
  const length = placesOfLine * rolesCount
  return Array.from({ length: bytes.length / length }, (_, at) =>
    bytes.toString('base64', at * length, (at + 1) * length),
  )
}

export function readWordRoles(lines: readonly string[]): WordRoles {
  const bytes = Buffer.concat(lines.map((line) => Buffer.from(line, 'base64')))
  return { weights: Int8Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)) }
}
