import { type Points, pointsOfBitmap } from './icon-bitmap.ts'

const entryLength = 16
const headLength = 6
const entriesMax = 64
const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47])

export type IconPicture = { readonly png: Buffer } | { readonly points: Points }

/** The largest picture of an icon file that can be read, or null where it is none or holds none. */
export function pictureOfIco(bytes: Buffer): IconPicture | null {
  if (bytes.length < headLength || bytes.readUInt32LE(0) !== 0x00010000) return null
  const pictures: Buffer[] = []
  const count = Math.min(bytes.readUInt16LE(4), entriesMax)
  for (let index = 0; index < count; index += 1) {
    const at = headLength + index * entryLength
    if (at + entryLength > bytes.length) break
    const from = bytes.readUInt32LE(at + 12)
    pictures.push(bytes.subarray(from, from + bytes.readUInt32LE(at + 8)))
  }
  const best = largest(pictures.filter(isPng))
  if (best !== undefined) return { png: best }
  for (const picture of pictures.toSorted((a, b) => b.length - a.length)) {
    const points = pointsOfBitmap(picture)
    if (points !== null) return { points }
  }
  return null
}

function isPng(picture: Buffer): boolean {
  return picture.subarray(0, pngMark.length).equals(pngMark)
}

function largest(pictures: readonly Buffer[]): Buffer | undefined {
  return pictures.toSorted((a, b) => b.length - a.length)[0]
}
