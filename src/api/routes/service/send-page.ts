import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { HtmlPage } from '../../../console/page.ts'
import type { Exchange } from '../../http/exchange.ts'

const mediaType = 'text/html; charset=utf-8'
const brotliQuality = 9
/** Those of a few variants stay as long as their page does: compressing takes milliseconds. */
const packed = new WeakMap<HtmlPage, PackedPage>()

interface PackedPage {
  readonly etag: string
  readonly br: Buffer
  readonly gzip: Buffer
}

/** A page that is the same for everybody: compressed, and not sent again to who has it. */
export function sendPage(exchange: Exchange, page: HtmlPage): void {
  const { etag, br, gzip } = packedOf(page)
  exchange.set({
    'Content-Security-Policy': page.csp,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
    ETag: etag,
    Vary: 'Accept-Encoding',
  })
  if (exchange.header('if-none-match')?.includes(etag)) {
    exchange.empty(304)
    return
  }
  const accepted = exchange.header('accept-encoding') ?? ''
  const encoding = (['br', 'gzip'] as const).find((one) => accepts(accepted, one))
  if (encoding) exchange.set({ 'Content-Encoding': encoding })
  if (encoding) exchange.bytes(200, encoding === 'br' ? br : gzip, mediaType)
  else exchange.text(200, page.html, mediaType)
}

function packedOf(page: HtmlPage): PackedPage {
  const known = packed.get(page)
  if (known) return known
  const made = {
    etag: `"${createHash('sha256').update(page.html).digest('base64url').slice(0, 27)}"`,
    br: brotliCompressSync(page.html, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
    }),
    gzip: gzipSync(page.html),
  }
  packed.set(page, made)
  return made
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, weight = ''] = part.split(';')
    return name?.trim().toLowerCase() === encoding && !/^\s*q=0(\.0*)?$/.test(weight)
  })
}
