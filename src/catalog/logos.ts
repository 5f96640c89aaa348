import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Catalog } from './catalog.ts'
import { ByteCache } from './logo/byte-cache.ts'
import { DiskCache } from './logo/disk-cache.ts'
import { fitSvg } from './logo/fit-svg.ts'
import { readDrawing } from './logo/icon-file.ts'
import { limit } from './logo/limit.ts'
import { monogramSvg } from './logo/monogram.ts'

export { LogosBusy } from './logo/limit.ts'

type LogoFormat = 'png' | 'svg' | 'webp'
type LogoTheme = 'light' | 'dark'

/**
 * Logos: a catalog drawing where one is known, else a monogram. The same request always gives the
 * same bytes.
 */
export interface LogoRequest {
  readonly domain: string
  readonly size: number
  readonly format: LogoFormat
  readonly theme: LogoTheme
  readonly greyscale: boolean
  readonly fallback: 'monogram' | '404'
}

interface Logo {
  readonly bytes: Buffer
  readonly contentType: string
  readonly source: 'catalog' | 'monogram'
}

export interface Logos {
  /** Null where no drawing is known and the caller wants no monogram. */
  readonly render: (request: LogoRequest) => Promise<Logo | null>
}

const memoryBytesMax = 16 * 1024 * 1024
const diskBytesMax = 256 * 1024 * 1024
/** Each drawing takes a processor and some tens of megabytes; one processor is left to calls. */
const drawnAtOnce = Math.min(2, Math.max(1, availableParallelism() - 1))
const waitingMax = 1000
/** Part of every cache key: raise it when the same request shall give other bytes. */
const drawingVersion = 1

const contentTypes = { png: 'image/png', svg: 'image/svg+xml', webp: 'image/webp' } as const

export function openLogos(options: {
  readonly catalog: () => Catalog
  readonly cacheDir: string | null
}): Logos {
  const memory = new ByteCache<Logo>(memoryBytesMax)
  const disk = options.cacheDir === null ? null : new DiskCache(options.cacheDir, diskBytesMax)
  const inTurn = limit(drawnAtOnce, waitingMax)
  const underway = new Map<string, Promise<Logo>>()

  async function fetchOrDraw(
    key: string,
    request: LogoRequest,
    icon: string | null,
  ): Promise<Logo> {
    const contentType = contentTypes[request.format]
    const source = icon === null ? 'monogram' : 'catalog'
    const stored = await disk?.get(key)
    if (stored) return { bytes: stored, contentType, source }
    const drawn = await inTurn(() => draw(request, icon))
    if (drawn.source === source) await disk?.set(key, drawn.bytes)
    return drawn
  }

  /** Callers that ask for one picture at the same time share one drawing of it. */
  function once(key: string, request: LogoRequest, icon: string | null): Promise<Logo> {
    const running = underway.get(key)
    if (running !== undefined) return running
    const drawing = fetchOrDraw(key, request, icon)
      .then((logo) => {
        memory.set(key, logo)
        return logo
      })
      .finally(() => underway.delete(key))
    underway.set(key, drawing)
    return drawing
  }

  return {
    render: async (request) => {
      const icon = options.catalog().iconOfDomain(request.domain)
      if (icon === null && request.fallback === '404') return null
      const key = keyOf(request, icon)
      const logo = memory.get(key) ?? (await once(key, request, icon))
      return logo.source === 'monogram' && request.fallback === '404' ? null : logo
    },
  }
}

function keyOf(request: LogoRequest, icon: string | null): string {
  const subject = icon === null ? `domain ${request.domain}` : `icon ${icon}`
  const look = [request.size, request.format, request.theme, request.greyscale]
  const hash = createHash('sha256').update([drawingVersion, subject, ...look].join('|'))
  return `${hash.digest('hex').slice(0, 32)}.${request.format}`
}

async function draw(request: LogoRequest, icon: string | null): Promise<Logo> {
  const { format, greyscale, size, theme } = request
  const contentType = contentTypes[format]
  const drawing = icon === null ? null : await readDrawing(icon, theme)
  if (drawing !== null) {
    const inverted = drawing.ink === (theme === 'dark' ? 'black' : 'white')
    const svg = fitSvg(drawing.svg, { size, greyscale, inverted })
    const bytes = await encode(svg, format).catch(() => null)
    if (bytes !== null) return { bytes, contentType, source: 'catalog' }
  }
  // Also where a drawing is no valid XML, which some of the package's are not.
  const svg = monogramSvg(request.domain, { size, theme, greyscale })
  return { bytes: await encode(svg, format), contentType, source: 'monogram' }
}

async function encode(svg: string, format: LogoFormat): Promise<Buffer> {
  const source = Buffer.from(svg)
  if (format === 'svg') return source
  // Loaded with the first picture: a start that waits for it serves calls later.
  const { default: sharp } = await import('sharp')
  const picture = sharp(source, { limitInputPixels: 4096 * 4096 })
  return format === 'png'
    ? picture.png({ compressionLevel: 6 }).toBuffer()
    : picture.webp({ quality: 90 }).toBuffer()
}
