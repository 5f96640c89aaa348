/** A part of a text: bytes that stay, and behind them a value in whose place others may come. */
export interface Part {
  readonly kept: string
  /** None behind the last one. */
  readonly value: Value | null
}

export interface Value {
  /** `seq`, `details.items`. */
  readonly name: string
  readonly text: string
  /** A text, or a number. */
  readonly isText: boolean
}

/** Where a value lies in the line, and in what is hashed: −1 when it is not. */
export interface Gap extends Value {
  readonly index: number
  readonly from: number
  readonly to: number
  readonly target: number
}

/** Four bytes at `place` of which the bits of `mask` must be those of `word`. */
interface Cover {
  readonly places: Int32Array
  readonly masks: Int32Array
  readonly words: Int32Array
}

const wordLength = 4
const [minus, zero, nine] = [0x2d, 0x30, 0x39]
/** Three plain bytes beside one that is looked at. */
const filler = 0x61616100
/** So many are below 2⁵³. */
const digitsMax = 15

/**
 * Covers a line but for its values, as a paper stencil would: of
 *
 *     {"seq":7,"at":"2025-01-01T…","type":"CallCharged", …}
 *
 * the 7 and the time are gaps, and every other byte is covered. Another line that is as long, has
 * the same bytes where this one is covered, and values of the right form in the gaps, is JSON of
 * the same members in the same order; only these values differ in its canonical form.
 */
export class Stencil {
  readonly length: number
  readonly gaps: readonly Gap[]
  /** The numbers of the line that fitted last, each at the index of its gap. */
  readonly amounts: number[]
  /** The bytes to hash of the line that fitted last. */
  readonly canonical: Buffer
  readonly #into: DataView
  readonly #cover: Cover
  readonly #texts: Int32Array
  readonly #integers: Int32Array

  constructor(line: readonly Part[], canonical: readonly Part[]) {
    const targets = new Map(gapsOf(canonical, () => -1).map(({ name, from }) => [name, from]))
    this.gaps = gapsOf(line, (name) => targets.get(name) ?? -1)
    const copied = this.gaps.filter(({ target }) => target >= 0)
    this.#texts = copiesOf(copied.filter(({ isText }) => isText))
    this.#integers = copiesOf(copied.filter(({ isText }) => !isText))
    this.amounts = this.gaps.map(() => 0)
    this.canonical = Buffer.from(textOf(canonical), 'latin1')
    this.#into = viewOf(this.canonical)
    const bytes = Buffer.from(textOf(line), 'latin1')
    this.length = bytes.length
    this.#cover = coverOf(bytes, this.gaps)
  }

  /** Whether the line at `from` fits, of which nothing is known but its length. */
  fits(lines: DataView, from: number): boolean {
    const { places, masks, words } = this.#cover
    for (let index = 0; index < places.length; index += 1) {
      const found = lines.getInt32(from + (places[index] ?? 0), true)
      if (((found ^ (words[index] ?? 0)) & (masks[index] ?? 0)) !== 0) return false
    }
    return this.#takesTexts(lines, from) && this.#takesIntegers(lines, from)
  }

  /** Texts whose bytes stand for themselves: ASCII without `"`, `\` and control characters. */
  #takesTexts(lines: DataView, line: number): boolean {
    const [into, texts] = [this.#into, this.#texts]
    for (let index = 0; index < texts.length; index += stride) {
      const shift = (texts[index + toTarget] ?? 0) - line
      const end = line + (texts[index + toEnd] ?? 0)
      let at = line + (texts[index] ?? 0)
      for (; at <= end - wordLength; at += wordLength) {
        const four = lines.getInt32(at, true)
        if (!arePlain(four)) return false
        into.setInt32(at + shift, four, true)
      }
      for (; at < end; at += 1) {
        const byte = lines.getUint8(at)
        if (!arePlain(byte | filler)) return false
        into.setUint8(at + shift, byte)
      }
    }
    return true
  }

  /** Integers as the canonical form writes them. */
  #takesIntegers(lines: DataView, line: number): boolean {
    const [into, integers, amounts] = [this.#into, this.#integers, this.amounts]
    for (let index = 0; index < integers.length; index += stride) {
      const shift = (integers[index + toTarget] ?? 0) - line
      const begin = line + (integers[index] ?? 0)
      const end = line + (integers[index + toEnd] ?? 0)
      const isNegative = lines.getUint8(begin) === minus
      let at = begin
      if (isNegative) into.setUint8(at++ + shift, minus)
      if (end - at > digitsMax || at === end) return false
      if (end - begin > 1 && lines.getUint8(at) === zero) return false
      let amount = 0
      for (; at < end; at += 1) {
        const byte = lines.getUint8(at)
        if (byte < zero || byte > nine) return false
        into.setUint8(at + shift, byte)
        amount = amount * 10 + (byte - zero)
      }
      amounts[integers[index + toGap] ?? 0] = isNegative ? -amount : amount
    }
    return true
  }
}

/** Four bytes at once: each test gives the uppermost bit of a byte that fails it. */
function arePlain(four: number): boolean {
  const quote = four ^ 0x22222222
  const backslash = four ^ 0x5c5c5c5c
  const control = (four - 0x20202020) & ~four
  const escaped = ((quote - 0x01010101) & ~quote) | ((backslash - 0x01010101) & ~backslash)
  return ((four | control | escaped) & 0x80808080) === 0
}

export function textOf(parts: readonly Part[]): string {
  return parts.map(({ kept, value }) => `${kept}${value?.text ?? ''}`).join('')
}

function gapsOf(parts: readonly Part[], targetOf: (name: string) => number): readonly Gap[] {
  const gaps: Gap[] = []
  let to = 0
  for (const { kept, value } of parts) {
    const from = to + kept.length
    to = from + (value?.text.length ?? 0)
    const index = gaps.length
    if (value) gaps.push({ ...value, index, from, to, target: targetOf(value.name) })
  }
  return gaps
}

/** A copy's four figures: its begin and end in the line, its shift, and its gap's index. */
const stride = 4
const [toEnd, toTarget, toGap] = [1, 2, 3]

function copiesOf(gaps: readonly Gap[]): Int32Array {
  return Int32Array.from(
    gaps.flatMap(({ from, to, target, index }) => [from, to, target - from, index]),
  )
}

function coverOf(line: Buffer, gaps: readonly Gap[]): Cover {
  const kept = Buffer.alloc(line.length, 0xff)
  for (const { from, to } of gaps) kept.fill(0, from, to)
  const places: number[] = []
  const last = line.length - wordLength
  for (let at = kept.indexOf(0xff); at >= 0; at = kept.indexOf(0xff, at)) {
    places.push(Math.min(at, last))
    at += wordLength
  }
  const wordsOf = (bytes: Buffer) => Int32Array.from(places, (at) => bytes.readInt32LE(at))
  return { places: Int32Array.from(places), masks: wordsOf(kept), words: wordsOf(line) }
}

export function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length)
}
