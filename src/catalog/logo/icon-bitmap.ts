/** A picture as its points: red, green, blue and how much of it covers what is below. */
export interface Points {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

const headLength = 40
const sideMax = 256
const depths = new Set([1, 4, 8, 24, 32])
const uncompressed = 0

/**
 * A bitmap as icon files hold it, or null for one that is cut or of another kind: a head, a palette
 * where points are numbers, the points from the bottom up, and a mask of those that do not cover.
 */
export function pointsOfBitmap(bytes: Buffer): Points | null {
  if (bytes.length < headLength || bytes.readUInt32LE(0) !== headLength) return null
  const width = bytes.readInt32LE(4)
  const height = bytes.readInt32LE(8) >> 1 // The mask is counted as well.
  const depth = bytes.readUInt16LE(14)
  if (width < 1 || height < 1 || width > sideMax || height > sideMax) return null
  if (!depths.has(depth) || bytes.readUInt32LE(16) !== uncompressed) return null
  const colours = depth > 8 ? 0 : bytes.readUInt32LE(32) || 2 ** depth
  if (colours > 2 ** depth) return null
  const points = headLength + colours * 4
  const mask = points + rowLength(width, depth) * height
  if (bytes.length < mask) return null
  const bitmap = { bytes, width, height, depth, points, mask }
  const data = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) copyPoint(bitmap, x, y, data)
  }
  if (depth < 32 || !covers(data)) maskPoints(bitmap, data)
  return { data, width, height }
}

interface Bitmap extends Omit<Points, 'data'> {
  readonly bytes: Buffer
  readonly depth: number
  /** Where the points begin, and where the mask. */
  readonly points: number
  readonly mask: number
}

/** Rows are filled up to whole words. */
function rowLength(width: number, depth: number): number {
  return Math.ceil((width * depth) / 32) * 4
}

function copyPoint(bitmap: Bitmap, x: number, y: number, data: Buffer): void {
  const { bytes, width, height, depth, points } = bitmap
  const row = points + (height - 1 - y) * rowLength(width, depth)
  const at = depth >= 24 ? row + (x * depth) / 8 : headLength + 4 * numberAt(bytes, row, x, depth)
  const to = (y * width + x) * 4
  data[to] = bytes[at + 2] ?? 0
  data[to + 1] = bytes[at + 1] ?? 0
  data[to + 2] = bytes[at] ?? 0
  data[to + 3] = depth === 32 ? (bytes[at + 3] ?? 0) : 255
}

/** Points of less than a byte are packed, the first one in the highest bits. */
function numberAt(bytes: Buffer, row: number, x: number, depth: number): number {
  const bit = x * depth
  const shift = 8 - depth - (bit & 7)
  return ((bytes[row + (bit >> 3)] ?? 0) >> shift) & (2 ** depth - 1)
}

/** Old programs left the fourth byte of a point empty. */
function covers(data: Buffer): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return true
  return false
}

function maskPoints({ bytes, width, height, mask }: Bitmap, data: Buffer): void {
  for (let y = 0; y < height; y += 1) {
    const row = mask + (height - 1 - y) * rowLength(width, 1)
    for (let x = 0; x < width; x += 1) {
      data[(y * width + x) * 4 + 3] = numberAt(bytes, row, x, 1) === 1 ? 0 : 255
    }
  }
}
