const entryLength = 16
const headLength = 6
const entriesMax = 64
const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47])

/**
 * The largest picture of an icon file, or null where it is none or holds bitmaps only: modern icon
 * files hold pictures in PNG, and no decoder that is at hand reads the others.
 */
export function pngOfIco(bytes: Buffer): Buffer | null {
  if (bytes.length < headLength || bytes.readUInt32LE(0) !== 0x00010000) return null
  const count = Math.min(bytes.readUInt16LE(4), entriesMax)
  let best: Buffer | null = null
  for (let index = 0; index < count; index += 1) {
    const at = headLength + index * entryLength
    if (at + entryLength > bytes.length) break
    const from = bytes.readUInt32LE(at + 12)
    const picture = bytes.subarray(from, from + bytes.readUInt32LE(at + 8))
    if (!picture.subarray(0, 4).equals(pngMark)) continue
    if (best === null || picture.length > best.length) best = picture
  }
  return best
}
