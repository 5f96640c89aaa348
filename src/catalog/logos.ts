import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Sharp } from 'sharp'
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
 * Logos: a catalog drawing where one is known, else the website's own picture, else a monogram. The
 * same request gives the same bytes as long as the same is known.
 */
export interface LogoRequest {
  readonly domain: string
  readonly size: number
  readonly format: LogoFormat
  readonly theme: LogoTheme
  readonly greyscale: boolean
  readonly fallback: 'monogram' | '404'
  /** The picture that the domain's own website shows, as a PNG of ours; null where none is had. */
  readonly ofWebsite: (domain: string) => Promise<Buffer | null>
}

interface Logo {
  readonly bytes: Buffer
  readonly contentType: string
  readonly source: 'catalog' | 'web' | 'monogram'
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
const drawingVersion = 2

const contentTypes = { png: 'image/png', svg: 'image/svg+xml', webp: 'image/webp' } as const

export function openLogos(options: {
  readonly catalog: () => Catalog
  readonly cacheDir: string | null
}): Logos {
  const memory = new ByteCache<Logo>(memoryBytesMax)
  const disk = options.cacheDir === null ? null : new DiskCache(options.cacheDir, diskBytesMax)
  const inTurn = limit(drawnAtOnce, waitingMax)
  const underway = new Map<string, Promise<Logo>>()

  async function fetchOrDraw(key: string, request: LogoRequest, subject: Subject): Promise<Logo> {
    const contentType = contentTypes[request.format]
    const { source } = subject
    const stored = await disk?.get(key)
    if (stored) return { bytes: stored, contentType, source }
    const drawn = await inTurn(() => draw(request, subject))
    if (drawn.source === source) await disk?.set(key, drawn.bytes)
    return drawn
  }

  /** Callers that ask for one picture at the same time share one drawing of it. */
  function once(key: string, request: LogoRequest, subject: Subject): Promise<Logo> {
    const running = underway.get(key)
    if (running !== undefined) return running
    const drawing = fetchOrDraw(key, request, subject)
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
      const subject = await subjectOf(request, options.catalog().iconOfDomain(request.domain))
      if (subject.source === 'monogram' && request.fallback === '404') return null
      const key = keyOf(request, subject)
      const logo = memory.get(key) ?? (await once(key, request, subject))
      return logo.source === 'monogram' && request.fallback === '404' ? null : logo
    },
  }
}

/** The thing that is drawn. */
type Subject =
  | { readonly source: 'catalog'; readonly icon: string }
  | { readonly source: 'web'; readonly picture: Buffer }
  | { readonly source: 'monogram' }

async function subjectOf(
  { domain, ofWebsite }: LogoRequest,
  icon: string | null,
): Promise<Subject> {
  if (icon !== null) return { source: 'catalog', icon }
  const picture = await ofWebsite(domain)
  return picture === null ? { source: 'monogram' } : { source: 'web', picture }
}

function keyOf(request: LogoRequest, subject: Subject): string {
  const look = [request.size, request.format, request.theme, request.greyscale]
  const hash = createHash('sha256').update([drawingVersion, '', ...look].join('|'))
  if (subject.source === 'catalog') hash.update(`icon ${subject.icon}`)
  else if (subject.source === 'web') hash.update('web ').update(subject.picture)
  else hash.update(`domain ${request.domain}`)
  return `${hash.digest('hex').slice(0, 32)}.${request.format}`
}

async function draw(request: LogoRequest, subject: Subject): Promise<Logo> {
  const { format, greyscale, size, theme } = request
  const contentType = contentTypes[format]
  if (subject.source === 'web') {
    const bytes = await drawPicture(subject.picture, request)
    return { bytes, contentType, source: 'web' }
  }
  const drawing = subject.source === 'catalog' ? await readDrawing(subject.icon, theme) : null
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
  return written(sharp(source, { limitInputPixels: 4096 * 4096 }), format)
}

function written(picture: Sharp, format: 'png' | 'webp'): Promise<Buffer> {
  return format === 'png'
    ? picture.png({ compressionLevel: 6 }).toBuffer()
    : picture.webp({ quality: 90 }).toBuffer()
}

/** Pixels of ours in the size asked for; as SVG, a frame around them. */
async function drawPicture(
  source: Buffer,
  { size, format, greyscale }: LogoRequest,
): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const sized = sharp(source).resize(size, size, { fit: 'contain', background: transparent })
  const picture = greyscale ? sized.greyscale() : sized
  if (format !== 'svg') return written(picture, format)
  const png = await written(picture, 'png')
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">` +
      `<image width="${size}" height="${size}" ` +
      `href="data:image/png;base64,${png.toString('base64')}"/></svg>`,
  )
}

const transparent = { r: 0, g: 0, b: 0, alpha: 0 }
