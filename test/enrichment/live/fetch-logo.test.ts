import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchLogo } from '../../../src/enrichment/live/fetch-logo.ts'
import { fetchSite } from '../../../src/enrichment/live/fetch-site.ts'
import type { Web } from '../../../src/enrichment/live/web/web.ts'
import { openWeb } from '../../../src/enrichment/live/web/web.ts'
import type { Site, WebsitePlayer } from './play-websites.ts'
import { playWebsites } from './play-websites.ts'

let player: WebsitePlayer
let web: Web
beforeAll(async () => {
  player = await playWebsites()
  web = openWeb({ userAgent: 'Test/1', connectTo: { host: '127.0.0.1', port: player.port } })
})
afterAll(async () => {
  await web.close()
  await player.close()
})

function picture(width: number, height = width): Promise<Buffer> {
  const background = { r: 200, g: 30, b: 30 }
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

const served =
  (bytes: Buffer): Site =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'image/png' }).end(bytes)

/** The logo of a company whose page names `icon`, or none. */
async function logoOf(host: string, files: Readonly<Record<string, Buffer>>, icon?: string) {
  const head = icon === undefined ? '' : `<link rel="icon" href="${icon}">`
  player.play(host, {
    '/': `<html><head><title>Acorn Trading</title>${head}</head></html>`,
    ...Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, served(bytes)])),
  })
  const signal = AbortSignal.timeout(10_000)
  const outcome = await fetchSite(web, host, signal)
  if (outcome.type !== 'found') throw new Error(`it is ${outcome.type}`)
  return fetchLogo(web, outcome.facts, signal)
}

test('where a page names no icon, /favicon.ico is the logo, drawn anew', async () => {
  const drawn = await logoOf('acorn-trading.com', { '/favicon.ico': await picture(64) })
  expect(await sharp(drawn ?? Buffer.alloc(0)).metadata()).toMatchObject({
    format: 'png',
    width: 256,
  })
  expect(await logoOf('acorn-trading.net', {})).toBeNull()
})

test('a picture over 1 MiB or 4096 points a side is none', async () => {
  const icon = '/logo.png'
  const small = await picture(64)
  expect(await logoOf('acorn-a.com', { [icon]: small }, icon)).not.toBeNull()
  const padded = Buffer.concat([small, Buffer.alloc(1_048_577)])
  expect(await logoOf('acorn-b.com', { [icon]: padded }, icon)).toBeNull()
  expect(await logoOf('acorn-c.com', { [icon]: await picture(4_097, 16) }, icon)).toBeNull()
  expect(await logoOf('acorn-d.com', { [icon]: await picture(4_096, 16) }, icon)).not.toBeNull()
})
