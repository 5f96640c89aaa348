import { isAscii } from 'node:buffer'
import { readSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'

const bytesPerRead = 131_072
const bytesPerTurn = 4_194_304
/** An entry has about 700 bytes; a line without end must not fill the memory. */
const lineMax = 16_777_216
export const lineBreak = 10

/** Bytes of a file on a disk, `to` exclusive. Anything else is read whole. */
export interface FileSpan {
  readonly from: number
  readonly to: number
}

const wholeFile: FileSpan = { from: 0, to: Number.MAX_SAFE_INTEGER }

export class LineTooLong extends Error {
  constructor() {
    super(`A line is longer than ${lineMax.toLocaleString('en')} bytes.`)
    this.name = 'LineTooLong'
  }
}

/** The lines of a file ("-" is the standard input), many at a time. */
export async function* linesOf(file: string): AsyncGenerator<readonly string[]> {
  for await (const block of blocksOf(file)) yield textOf(block).split('\n')
}

/**
 * The bytes of a file, many lines at a time: waiting for each one would cost as much as checking
 * it. They stay in one buffer, so that a block is there until the next is asked for, and it ends
 * where a line does, before the line break.
 */
export async function* blocksOf(file: string, span = wholeFile): AsyncGenerator<Buffer> {
  if (file === '-') {
    yield* blocksIn(standardInput())
    return
  }
  const input = await open(file)
  try {
    yield* blocksIn((await input.stat()).isFile() ? filledAtOnce(input, span) : filledInTime(input))
  } finally {
    await input.close()
  }
}

/** From the line on behind the middle; null for what is no file on a disk, or has no such line. */
export async function secondHalfOf(file: string, bytesMin: number): Promise<FileSpan | null> {
  if (file === '-') return null
  const input = await open(file)
  try {
    const about = await input.stat()
    if (!about.isFile() || about.size < bytesMin) return null
    const buffer = Buffer.alloc(bytesPerRead)
    const middle = Math.floor(about.size / 2)
    const { bytesRead } = await input.read(buffer, 0, buffer.length, middle)
    const end = buffer.subarray(0, bytesRead).indexOf(lineBreak)
    return end < 0 ? null : { ...wholeFile, from: middle + end + 1 }
  } finally {
    await input.close()
  }
}

/** Fills the beginning of `into`; 0 is the end. */
type Fill = (into: Uint8Array) => Promise<number>

/**
 * Bytes on a disk are there at once: another thread that reads them takes as long to wake up, and
 * longer on a busy machine. Signals and timers get their turn in between.
 */
function filledAtOnce({ fd }: FileHandle, { from, to }: FileSpan): Fill {
  let at = from
  let sinceTurn = 0
  return async (into) => {
    if (sinceTurn >= bytesPerTurn) {
      sinceTurn = 0
      await setImmediate()
    }
    const bytesRead = readSync(fd, into, 0, Math.min(into.length, to - at), at)
    at += bytesRead
    sinceTurn += bytesRead
    return bytesRead
  }
}

/** A pipe may keep its reader waiting. */
function filledInTime(input: FileHandle): Fill {
  return async (into) => (await input.read(into, 0, into.length, null)).bytesRead
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

async function* blocksIn(fill: Fill): AsyncGenerator<Buffer> {
  let buffer = Buffer.allocUnsafe(bytesPerRead)
  let held = 0
  for (;;) {
    const bytesRead = await fill(buffer.subarray(held))
    if (bytesRead === 0) break
    const filled = held + bytesRead
    const end = buffer.lastIndexOf(lineBreak, filled - 1)
    if (end >= held) {
      yield buffer.subarray(0, end)
      held = buffer.copy(buffer, 0, end + 1, filled)
    } else {
      held = filled
      if (held === buffer.length) buffer = doubled(buffer)
    }
  }
  if (held > 0) yield buffer.subarray(0, held)
}

function doubled(buffer: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (buffer.length >= lineMax) throw new LineTooLong()
  const larger = Buffer.allocUnsafe(buffer.length * 2)
  buffer.copy(larger)
  return larger
}

/** Nearly all of a ledger is ASCII, which becomes text several times as fast. */
export function textOf(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8')
}
