import { isAscii, isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'

/** Text of a file that may not say, or may say wrongly, how its letters are written. */
export interface DecodedText {
  readonly text: AsyncIterable<string>
  /** Final once the first letter beyond ASCII was read. */
  readonly encoding: () => string
}

const startBytes = 4_096
/** A letter of UTF-8 that a piece cuts in two lacks at most so many bytes. */
const cutMax = 3
/** TypeScript's types of TextDecoder know no `stream` on Node's own class without this shape. */
const streaming = { stream: true } as const

/**
 * The bytes decide before the declaration does: banks change to UTF-8 and leave the header as it
 * was. Text that is no UTF-8 is in the declared charset, or in Windows-1252.
 */
export function decodeText(
  bytes: AsyncIterable<Uint8Array>,
  declared: (start: string) => string | null = () => null,
): DecodedText {
  let encoding = 'utf-8'

  async function* text(): AsyncGenerator<string> {
    let decoder: TextDecoder | null = null
    let fallback: string | null = null
    for await (const piece of withLongStart(bytes)) {
      if (fallback === null) {
        const wide = wideEncoding(piece)
        fallback = wide ?? labelOf(declared(Buffer.from(piece).toString('latin1')))
        if (wide) decoder = new TextDecoder(wide)
        encoding = wide ?? encoding
      }
      if (!decoder && isAscii(piece)) {
        yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
        continue
      }
      if (!decoder) {
        encoding = seemsUtf8(piece) ? 'utf-8' : fallback
        decoder = new TextDecoder(encoding)
      }
      yield decoder.decode(piece, streaming)
    }
    if (decoder) yield decoder.decode()
  }
  return { text: text(), encoding: () => encoding }
}

/** The first piece is long enough to hold a header, however small the pieces of a sender are. */
async function* withLongStart(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | null = new Uint8Array(0)
  for await (const piece of bytes) {
    if (!start) yield piece
    else if (start.length + piece.length < startBytes) start = Buffer.concat([start, piece])
    else {
      yield Buffer.concat([start, piece])
      start = null
    }
  }
  if (start) yield start
}

function wideEncoding(start: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = start
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? 'utf-16be' : null
}

function seemsUtf8(piece: Uint8Array): boolean {
  for (let cut = 0; cut <= cutMax; cut += 1) {
    if (isUtf8(piece.subarray(0, piece.length - cut))) return true
  }
  return false
}

/** Without a name, with one that is not known, or with UTF-8, which it is not: Windows-1252. */
function labelOf(declared: string | null): string {
  if (!declared) return 'windows-1252'
  try {
    const known = new TextDecoder(declared).encoding
    return /^utf/.test(known) ? 'windows-1252' : known
  } catch {
    return 'windows-1252'
  }
}
