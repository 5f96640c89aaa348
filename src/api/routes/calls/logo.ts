import { createHash } from 'node:crypto'
import { z } from 'zod'
import { parseDomain } from '../../../catalog/domain-name.ts'
import { LogosBusy } from '../../../catalog/logos.ts'
import { callPatienceMs } from '../../../enrichment/live/websites.ts'
import type { ApiContext } from '../../context.ts'
import { ProblemSignal, tryAgain } from '../../http/exchange.ts'
import { defineRoute } from '../../route.ts'

const daySeconds = 24 * 3_600
/** A monogram stands in for a logo that a website may show a moment later. */
const cacheSeconds = { catalog: 7 * daySeconds, web: daySeconds, monogram: 7 * daySeconds }
const standInSeconds = 600

const logoQuery = z.object({
  size: z.int().min(16).max(1_024).optional().meta({ description: 'Pixels a side; default 128.' }),
  format: z.enum(['png', 'svg', 'webp']).optional().meta({ description: 'Default: png.' }),
  fallback: z
    .enum(['monogram', '404'])
    .optional()
    .meta({ description: 'What to do without a logo; default: monogram.' }),
  theme: z.enum(['light', 'dark']).optional(),
  greyscale: z.boolean().optional(),
})

/** A host name with a dot whose last label has letters: what could be somebody's domain. */
const hostPattern =
  /^([a-zA-Z0-9_]([a-zA-Z0-9_-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z][a-zA-Z0-9-]{0,61}[a-zA-Z0-9]$/

export const logoRoute = defineRoute({
  method: 'GET',
  path: '/logo/:domain',
  operationId: 'getLogo',
  tag: 'Logos',
  summary: 'The logo of a domain as an image (free)',
  description: 'For the src of an image element: no key, CORS open, cached long.',
  auth: 'public',
  params: z.object({
    domain: z
      .string()
      .max(253)
      .meta({ pattern: hostPattern.source, examples: ['starbucks.com'] }),
  }),
  query: logoQuery,
  answers: {
    200: {
      description: 'The image.',
      mediaType: 'image/*',
      headers: ['ETag', 'Cache-Control', 'X-Logo-Source'],
    },
    304: { description: 'The image that the caller has is still the right one.' },
  },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    const query = input.query
    exchange.set({
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    const logo = await render(context, input.params.domain, query)
    if (!logo) throw new ProblemSignal('not_found', 'There is no logo of this domain.')
    const etag = etagOf(logo.bytes)
    exchange.set({
      ETag: etag,
      'Cache-Control': `public, max-age=${cachedFor(context, logo.source)}`,
      'X-Logo-Source': logo.source,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    })
    if (exchange.header('if-none-match')?.includes(etag)) return exchange.empty(304)
    exchange.bytes(200, logo.bytes, logo.contentType)
  },
})

function cachedFor({ config }: ApiContext, source: keyof typeof cacheSeconds): number {
  return source === 'monogram' && config.live.lookUps ? standInSeconds : cacheSeconds[source]
}

/** A drawing that is still in memory keeps its tag: the bytes are hashed once. */
function etagOf(bytes: Buffer): string {
  const known = etags.get(bytes)
  if (known) return known
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`
  etags.set(bytes, etag)
  return etag
}

const etags = new WeakMap<Buffer, string>()

async function render(context: ApiContext, text: string, query: z.infer<typeof logoQuery>) {
  const domain = parseDomain(text) ?? (hostPattern.test(text) ? text.toLowerCase() : null)
  if (domain === null) {
    const errors = [{ pointer: 'domain', message: 'must be a domain such as example.com' }]
    throw new ProblemSignal('invalid_request', { detail: 'The path holds no domain.', errors })
  }
  const { size = 128, format = 'png', fallback = 'monogram' } = query
  const { theme = 'light', greyscale = false } = query
  try {
    const ofWebsite = (site: string) => pictureOf(context, site)
    const look = { size, format, fallback, theme, greyscale }
    return await context.logos.render({ domain, ...look, ofWebsite })
  } catch (error) {
    if (!(error instanceof LogosBusy)) throw error
    throw tryAgain('Too many logos at once.')
  }
}

/** Nothing that is away may keep a logo from being drawn. */
async function pictureOf(context: ApiContext, text: string): Promise<Buffer | null> {
  const domain = parseDomain(text)
  if (domain === null || !context.config.live.lookUps) return null
  try {
    const { websites } = context.runtime()
    const asker = { lane: 'logo', owner: domain, patienceMs: callPatienceMs } as const
    return (await websites?.logo(domain, asker)) ?? null
  } catch {
    return null
  }
}
