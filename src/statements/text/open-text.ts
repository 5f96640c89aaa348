import { TextDecoder } from 'node:util'
import { StatementRefused } from '../statement.ts'
import { guessEncoding, withoutBrokenEnd } from './guess-encoding.ts'

/** The text of a file in whatever encoding, as it comes. */
export interface OpenText {
  readonly pieces: AsyncIterable<string>
  /** Known for sure when the pieces have ended: a file may begin with plain ASCII. */
  readonly encoding: () => string
}

/** An encoding's name from outside, or as the file's own first letters tell it. */
export type Declared = string | null | ((start: string) => string | null)

/** A header that tells the encoding stands within so many letters. */
const startLength = 4_096
/** The encoding is told from so many bytes, from the first on that is not ASCII. */
const sampleBytes = 65_536

/**
 * As long as there are only ASCII bytes nothing is decided. A few bytes that are not UTF-8 in a
 * file of UTF-8, as a program leaves them that cuts texts, are read as windows-1252.
 */
export function openText(bytes: AsyncIterable<Uint8Array>, declared: Declared): OpenText {
  let encoding = 'utf-8'
  let start = ''
  const guess = (all: Uint8Array) => {
    const said = typeof declared === 'function' ? declared(start) : declared
    return guessEncoding(all, said)
  }
  async function* pieces(): AsyncGenerator<string> {
    let decode: Decode | null = null
    let waiting: Uint8Array[] = []
    let isStart = true
    let length = 0
    for await (const piece of bytes) {
      if (start.length < startLength) start += latin(piece.subarray(0, startLength))
      if (decode) {
        yield decode(piece, false)
        continue
      }
      if (waiting.length === 0 && !isStart && isAscii(piece)) {
        yield latin(piece)
        continue
      }
      waiting.push(piece)
      length += piece.length
      if (isStart && length < 4) continue
      const all = Buffer.concat(waiting)
      const wide = isStart ? wideEncoding(all) : null
      isStart = false
      if (wide === null && isAscii(all)) {
        yield latin(all)
        ;[waiting, length] = [[], 0]
        continue
      }
      if (wide === null && length < sampleBytes) continue
      encoding = wide ?? guess(all)
      decode = decoderOf(encoding)
      yield decode(all, false)
      waiting = []
    }
    if (decode) yield decode(new Uint8Array(), true)
    else if (waiting.length > 0) {
      const all = Buffer.concat(waiting)
      encoding = wideEncoding(all) ?? guess(all)
      yield decoderOf(encoding)(all, true)
    }
  }
  return { pieces: pieces(), encoding: () => encoding }
}

type Decode = (bytes: Uint8Array, isEnd: boolean) => string

function decoderOf(encoding: string): Decode {
  if (encoding === 'utf-8') return openUtf8()
  const decoder = new TextDecoder(encoding)
  return (bytes, isEnd) => {
    const text = decoder.decode(bytes, { stream: true })
    return isEnd ? text + decoder.decode() : text
  }
}

/** Two bytes a letter: by its mark, or by the zeros beside letters of the West. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const some = bytes.subarray(0, 1_024)
  const zeros = [0, 0]
  for (const [at, byte] of some.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (even + odd === 0) return null
  if (odd > some.length / 4 && even * 8 < odd) return 'utf-16le'
  if (even > some.length / 4 && odd * 8 < even) return 'utf-16be'
  const message = 'is no text: it has bytes that no text has'
  throw new StatementRefused(`The file ${message}. Export it as CSV, or as a form that is known.`, [
    { pointer: '', message },
  ])
}

function isAscii(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte > 0x7f || byte === 0) return false
  return true
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

function openUtf8(): Decode {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest: Uint8Array = new Uint8Array()
  let isFirst = true
  return (bytes, isEnd) => {
    const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    const whole = isEnd ? all : withoutBrokenEnd(all)
    rest = all.subarray(whole.length)
    const text = utf8(strict, whole)
    const start = isFirst && text.startsWith('\ufeff')
    if (whole.length > 0) isFirst = false
    return start ? text.slice(1) : text
  }
}

function utf8(strict: TextDecoder, bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    return mixed(strict, bytes)
  }
}

/** Reads UTF-8 as such, and each byte that is not as windows-1252. */
function mixed(strict: TextDecoder, bytes: Uint8Array): string {
  const western = new TextDecoder('windows-1252')
  let text = ''
  let from = 0
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at)
    if (length === 0) {
      text += strict.decode(bytes.subarray(from, at))
      text += western.decode(bytes.subarray(at, at + 1), { stream: true })
      from = at + 1
    }
    at += Math.max(1, length)
  }
  return text + strict.decode(bytes.subarray(from))
}

/** The length of the UTF-8 character that begins there; nothing where none does. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0
  if (length === 0 || first > 0xf4 || at + length > bytes.length) return 0
  for (let next = 1; next < length; next += 1) {
    if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0
  }
  const second = bytes[at + 1] ?? 0
  const isWrong =
    (first === 0xe0 && second < 0xa0) ||
    (first === 0xed && second > 0x9f) ||
    (first === 0xf0 && second < 0x90) ||
    (first === 0xf4 && second > 0x8f)
  return isWrong ? 0 : length
}
