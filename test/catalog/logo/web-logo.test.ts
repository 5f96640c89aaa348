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
