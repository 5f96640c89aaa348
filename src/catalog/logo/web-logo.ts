import { pictureOfIco } from './ico.ts'
import type { Points } from './icon-bitmap.ts'
import { limit } from './limit.ts'

const sideMax = 4_096
/** As large as it is kept; a logo that is asked for larger is blown up. */
const sideKept = 256
const bytesKept = 131_072
const sideMin = 16
const secondsMax = 2
/** One at a time: pictures of strangers wait for each other, and for nobody else. */
const inTurn = limit(1, 64)

/**
 * A picture of unknown origin as a square PNG of our own making, or null. Nothing that came is
 * ever served: it is decoded within limits of bytes, pixels and time, and drawn anew.
 */
export async function drawWebLogo(bytes: Buffer): Promise<Buffer | null> {
  return inTurn(() => draw(bytes)).catch(() => null)
}

async function draw(bytes: Buffer): Promise<Buffer | null> {
  const icon = pictureOfIco(bytes)
  const { default: sharp } = await import('sharp')
  const source = icon === null ? bytes : 'png' in icon ? icon.png : await pngOf(icon.points)
  const isDrawing = isSvg(source)
  if (isDrawing && !isHarmless(source)) return null
  const options = { limitInputPixels: sideMax * sideMax, failOn: 'error', pages: 1 } as const
  const { width, height, format } = await sharp(source, options).metadata()
  if (!readable.has(format) || Math.max(width, height) > sideMax) return null
  if (Math.min(width, height) < sideMin && !isDrawing) return null
  const density = isDrawing ? Math.min(72 * (sideKept / Math.max(width, height, 1)), 2_000) : 72
  const drawn = await sharp(source, { ...options, density: Math.max(1, density) })
    .timeout({ seconds: secondsMax })
    .resize(sideKept, sideKept, {
      fit: 'contain',
      background: { r: 0, g: 0, b: 0, alpha: 0 },
      withoutEnlargement: false,
    })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
  return drawn.length <= bytesKept ? drawn : null
}

async function pngOf({ data, width, height }: Points): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

const readable = new Set<string | undefined>(['png', 'jpeg', 'webp', 'gif', 'svg', 'heif', 'avif'])
const svgBytesMax = 262_144
const usesMax = 200

function isSvg(bytes: Buffer): boolean {
  return /^\s*(?:<\?xml|<!--|<!doctype svg|<svg)/i.test(
    bytes
      .subarray(0, 256)
      .toString('utf8')
      .replace(/^\ufeff/, ''),
  )
}

/** Nothing is run or fetched when it is drawn; this spares the drawing of what only looks so. */
function isHarmless(bytes: Buffer): boolean {
  if (bytes.length > svgBytesMax) return false
  const text = bytes.toString('utf8')
  if (/<!ENTITY|<script|<foreignObject|<xi:include|<image\b/i.test(text)) return false
  if (/@import/i.test(text)) return false
  if (/(?:href|src)\s*=\s*["']\s*(?!#)/i.test(text) || /url\(\s*["']?(?!#)/i.test(text))
    return false
  return (text.match(/<use\b/gi)?.length ?? 0) <= usesMax
}
