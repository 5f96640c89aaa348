import { fstatSync, openSync, readSync } from 'node:fs'
import { dataPath } from '../data-files.ts'

/**
 * A file of lines in the order of their bytes, looked into where it lies: a search halves the file
 * some ten times and reads one block, so that nothing of it stays in memory.
 */
export interface SortedFile {
  /** The lines whose first cell is the key, in their order, at most `limit`. */
  readonly linesOf: (key: string, limit: number) => readonly string[]
  /** The line that begins at this byte. */
  readonly lineAt: (offset: number) => string
}

/** A search ends when its halves have come down to this, and reads on from there. */
const blockBytes = 4_096
/** No line is longer; the build sees to it. */
export const lineBytesMax = 2_048
/** Room for the lines before the key's own, and for those: one long one, or many short ones. */
const windowBytes = 3 * blockBytes

export function openSortedFile(file: string): SortedFile {
  const descriptor = openSync(dataPath(file), 'r')
  const { size } = fstatSync(descriptor)

  function read(offset: number, bytes: number): Buffer {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(bytes, size - offset)))
    return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, offset))
  }

  /** The first whole line at or after an offset, and where it begins. */
  function lineAfter(offset: number): { readonly start: number; readonly line: Buffer } {
    if (offset === 0) return { start: 0, line: firstLine(read(0, lineBytesMax)) }
    const bytes = read(offset - 1, 2 * lineBytesMax)
    const before = bytes.indexOf(newline)
    if (before === -1) return { start: size, line: bytes.subarray(bytes.length) }
    return { start: offset + before, line: firstLine(bytes.subarray(before + 1)) }
  }

  /** The beginning of a line that stands before those of the key, at most a block away. */
  function near(key: Buffer): number {
    let low = 0
    let high = size
    while (high - low > blockBytes) {
      const middle = (low + high) >> 1
      const { start, line } = lineAfter(middle)
      if (start >= high) high = middle
      else if (Buffer.compare(firstCell(line), key) < 0) low = start
      else high = middle
    }
    return low
  }

  return {
    linesOf(text, limit) {
      const key = Buffer.from(text)
      const start = near(key)
      const bytes = read(start, windowBytes)
      const whole = start + bytes.length === size ? bytes.length : bytes.lastIndexOf(newline)
      const found: string[] = []
      for (let at = 0; at < whole && found.length < limit; ) {
        const line = firstLine(bytes.subarray(at, whole))
        const order = Buffer.compare(firstCell(line), key)
        if (order > 0) break
        if (order === 0) found.push(line.toString())
        at += line.length + 1
      }
      return found
    },
    lineAt: (offset) => firstLine(read(offset, lineBytesMax)).toString(),
  }
}

const newline = 0x0a
const tab = 0x09

function firstLine(bytes: Buffer): Buffer {
  const end = bytes.indexOf(newline)
  return end === -1 ? bytes : bytes.subarray(0, end)
}

function firstCell(line: Buffer): Buffer {
  const end = line.indexOf(tab)
  return end === -1 ? line : line.subarray(0, end)
}
