import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawWebLogo } from '../../../src/catalog/logo/web-logo.ts'

const picture = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#0a7' } })
const svg = (inside: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">${inside}</svg>`,
  )
const circle = '<circle cx="32" cy="32" r="30" fill="#c00"/>'

test.each([
  ['PNG', () => picture(64).png().toBuffer()],
  ['JPEG', () => picture(64, 20).jpeg().toBuffer()],
  ['GIF', () => picture(64).gif().toBuffer()],
  ['WebP', () => picture(64).webp().toBuffer()],
  ['AVIF', () => picture(64).avif().toBuffer()],
  ['SVG', async () => svg(circle)],
])('a picture in %s is drawn anew as a PNG of 256 px', async (_, made) => {
  const drawn = await drawWebLogo(await made())
  const { format, width, height } = await sharp(drawn ?? Buffer.alloc(0)).metadata()
  expect({ format, width, height }).toEqual({ format: 'png', width: 256, height: 256 })
})

const laughs = Array.from({ length: 30 }, (_, n) => {
  const uses = `<use xlink:href="#g${n}"/>`.repeat(10)
  return `<g id="g${n + 1}">${uses}</g>`
}).join('')

test.each([
  ['more than 4,096 px wide', () => picture(4_100, 20).png().toBuffer()],
  ['no more than a dot', () => picture(8).png().toBuffer()],
  ['no picture', async () => Buffer.from('<html>not found</html>')],
  ['cut in its middle', async () => (await picture(300).png().toBuffer()).subarray(0, 80)],
  ['a drawing with a script', async () => svg(`${circle}<script>alert(1)</script>`)],
  ['a drawing of another address', async () => svg('<image href="http://127.0.0.1/x.png"/>')],
  ['a drawing in the style of another', async () => svg('<style>@import "//evil.com";</style>')],
  [
    'a drawing with entities',
    async () => Buffer.from(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`),
  ],
  ['a drawing that multiplies', async () => svg(`<g id="g0">${circle}</g>${laughs}`)],
])('%s is not drawn', async (_, made) => {
  expect(await drawWebLogo(await made())).toBeNull()
})

/** An icon file of one picture of 16 px, as old programs write it: the left half red, the right unseen. */
function oldIcon(depth: 1 | 4 | 8 | 24 | 32): Buffer {
  const side = 16
  const head = Buffer.alloc(40)
  head.writeUInt32LE(40, 0)
  head.writeInt32LE(side, 4)
  head.writeInt32LE(side * 2, 8)
  head.writeUInt16LE(1, 12)
  head.writeUInt16LE(depth, 14)
  const colours = Buffer.alloc(depth > 8 ? 0 : 4 * 2 ** depth)
  // The first colour is black, the second red: blue, green, red.
  colours.set([0, 0, 0, 0, 0, 0, 255, 0].slice(0, colours.length))
  const row = Buffer.alloc(Math.ceil((side * depth) / 32) * 4)
  for (let x = 0; x < side / 2; x += 1) {
    if (depth >= 24) row.set([0, 0, 255, 255].slice(0, depth / 8), (x * depth) / 8)
    else
      row[(x * depth) >> 3] = (row[(x * depth) >> 3] ?? 0) | (1 << (8 - depth - ((x * depth) & 7)))
  }
  const maskRow = Buffer.from([0x00, 0xff, 0, 0])
  const rows = Array.from({ length: side }, () => row)
  const picture = Buffer.concat([head, colours, ...rows, ...rows.map(() => maskRow)])
  const entry = Buffer.alloc(22)
  entry.writeUInt32LE(0x00010000, 0)
  entry.writeUInt16LE(1, 4)
  entry.set([side, side, 0, 0, 1, 0, depth, 0], 6)
  entry.writeUInt32LE(picture.length, 14)
  entry.writeUInt32LE(22, 18)
  return Buffer.concat([entry, picture])
}

test.each([1, 4, 8, 24, 32] as const)(
  'an icon file with a bitmap of %i bits is drawn',
  async (depth) => {
    const drawn = await drawWebLogo(oldIcon(depth))
    const { data, info } = await sharp(drawn ?? Buffer.alloc(0))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pointAt = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 4).subarray(0, 4),
    ]
    expect(pointAt(40, 128)).toEqual([255, 0, 0, 255])
    expect(pointAt(220, 128)[3]).toBe(0)
  },
)

test('an icon file with a picture in PNG is drawn, and a cut or lying one is not', async () => {
  const png = await picture(32).png().toBuffer()
  const entry = Buffer.alloc(22)
  entry.writeUInt32LE(0x00010000, 0)
  entry.writeUInt16LE(1, 4)
  entry.writeUInt32LE(png.length, 14)
  entry.writeUInt32LE(22, 18)
  expect(await drawWebLogo(Buffer.concat([entry, png]))).not.toBeNull()
  expect(await drawWebLogo(oldIcon(32).subarray(0, 200))).toBeNull()
  const wide = oldIcon(32)
  wide.writeInt32LE(100_000, 22 + 4)
  expect(await drawWebLogo(wide)).toBeNull()
})
