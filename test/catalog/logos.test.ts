import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type LogoRequest, openLogos } from '../../src/catalog/logos.ts'
import { testCatalog } from './open-test-catalog.ts'

const logos = openLogos({ catalog: testCatalog, cacheDir: null })
const plain: LogoRequest = {
  domain: 'spotify.com',
  size: 64,
  format: 'png',
  theme: 'light',
  greyscale: false,
  fallback: 'monogram',
  ofWebsite: async () => null,
}
const unknownDomain = 'a-shop-nobody-knows.com'

async function render(changes: Partial<LogoRequest>) {
  const logo = await logos.render({ ...plain, ...changes })
  if (logo === null) throw new Error('no logo')
  return logo
}

describe.each([16, 64, 333, 1024])('at %i pixels', (size) => {
  test.each(['png', 'webp'] as const)('%s is square and of that size', async (format) => {
    for (const domain of ['spotify.com', unknownDomain]) {
      const { bytes, contentType } = await render({ size, format, domain })
      const picture = await sharp(bytes).metadata()
      expect([picture.width, picture.height]).toEqual([size, size])
      expect(contentType).toBe(`image/${format}`)
    }
  })
})

test('a known domain gives its drawing, an unknown one a monogram', async () => {
  expect((await render({})).source).toBe('catalog')
  expect((await render({ domain: unknownDomain })).source).toBe('monogram')
})

test('a caller who wants no monogram gets null', async () => {
  expect(await logos.render({ ...plain, domain: unknownDomain, fallback: '404' })).toBeNull()
})

test('the same request gives the same bytes, from another instance as well', async () => {
  const other = openLogos({ catalog: testCatalog, cacheDir: null })
  for (const domain of ['spotify.com', unknownDomain]) {
    const again = await other.render({ ...plain, domain })
    expect(again?.bytes.equals((await render({ domain })).bytes)).toBe(true)
  }
})

test('a monogram is not empty: its letter needs no font', async () => {
  const { bytes } = await render({ domain: unknownDomain })
  const { channels } = await sharp(bytes).stats()
  expect(Math.max(...channels.slice(0, 3).map(({ stdev }) => stdev))).toBeGreaterThan(10)
})

test('greyscale has no colour', async () => {
  const { bytes } = await render({ greyscale: true })
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let at = 0; at < data.length; at += info.channels) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThanOrEqual(3)
  }
})

test('a black drawing is not black on a dark page', async () => {
  const { bytes } = await render({ domain: 'github.com', theme: 'dark' })
  const { channels } = await sharp(bytes).flatten({ background: '#000' }).stats()
  expect(channels[0]?.max).toBeGreaterThan(128)
})

test('svg is served as such, framed at the size', async () => {
  const { bytes, contentType } = await render({ format: 'svg', size: 200 })
  expect(contentType).toBe('image/svg+xml')
  expect(bytes.toString()).toMatch(/^<svg [^>]*width="200" height="200"/)
})

test('drawn pictures are found on disk by the next instance', async () => {
  const cacheDir = mkdtempSync(join(tmpdir(), 'logos-'))
  try {
    const first = await openLogos({ catalog: testCatalog, cacheDir }).render(plain)
    expect(readdirSync(cacheDir)).toHaveLength(1)
    const second = await openLogos({ catalog: testCatalog, cacheDir }).render(plain)
    expect(second?.bytes.equals(first?.bytes ?? Buffer.alloc(0))).toBe(true)
  } finally {
    rmSync(cacheDir, { recursive: true })
  }
})
