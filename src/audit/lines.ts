import { isAscii } from 'node:buffer'
import { open } from 'node:fs/promises'

const bytesPerRead = 131_072
/** An entry has about 700 bytes; a line without end must not fill the memory. */
const lineMax = 16_777_216
const lineBreak = 10

export class LineTooLong extends Error {
  constructor() {
    super(`A line is longer than ${lineMax.toLocaleString('en')} bytes.`)
    this.name = 'LineTooLong'
  }
}

/**
 * The lines of a file ("-" is the standard input), many at a time: waiting for each one would cost
 * as much as checking it. The bytes stay in one buffer, and a block ends where a line does, so that
 * no character is cut.
 */
export async function* linesOf(file: string): AsyncGenerator<readonly string[]> {
  if (file === '-') {
    yield* linesIn(standardInput())
    return
  }
  const input = await open(file)
  try {
    yield* linesIn((into) => input.read(into, 0, into.length, null).then(bytesReadOf))
  } finally {
    await input.close()
  }
}

/** Fills the beginning of `into`; 0 is the end. */
type Fill = (into: Uint8Array) => Promise<number>

function bytesReadOf({ bytesRead }: { readonly bytesRead: number }): number {
  return bytesRead
}

/** It may be a pipe, a file or a socket: only the stream reads them all. */
function standardInput(): Fill {
  const chunks = process.stdin[Symbol.asyncIterator]()
  let left: Uint8Array = new Uint8Array()
  return async (into) => {
    if (left.length === 0) {
      const { done, value } = await chunks.next()
      if (done) return 0
      left = value
    }
    const some = left.subarray(0, into.length)
    into.set(some)
    left = left.subarray(some.length)
    return some.length
  }
}

async function* linesIn(fill: Fill): AsyncGenerator<readonly string[]> {
  let buffer = Buffer.allocUnsafe(bytesPerRead)
  let held = 0
  for (;;) {
    const bytesRead = await fill(buffer.subarray(held))
    if (bytesRead === 0) break
    const filled = held + bytesRead
    const end = buffer.lastIndexOf(lineBreak, filled - 1)
    if (end >= held) {
      yield textOf(buffer.subarray(0, end)).split('\n')
      held = buffer.copy(buffer, 0, end + 1, filled)
    } else {
      held = filled
      if (held === buffer.length) buffer = doubled(buffer)
    }
  }
  if (held > 0) yield [textOf(buffer.subarray(0, held))]
}

function doubled(buffer: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (buffer.length >= lineMax) throw new LineTooLong()
  const larger = Buffer.allocUnsafe(buffer.length * 2)
  buffer.copy(larger)
  return larger
}

/** Nearly all of a ledger is ASCII, which becomes text several times as fast. */
function textOf(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8')
}
