import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { HtmlPage } from '../../../console/page.ts'
import type { Pages } from '../../context.ts'
import type { Exchange } from '../../http/exchange.ts'

const brotliQuality = 9
/** They stay as long as what they were made of: compressing takes milliseconds. */
const packed = new WeakMap<object, PackedText>()

interface PackedText {
  readonly etag: string
  readonly br: Buffer
  readonly gzip: Buffer
}

const htmlType = 'text/html; charset=utf-8'

/** A page that is the same for everybody: compressed, and not sent again to who has it. */
export function sendPage(exchange: Exchange, page: HtmlPage): void {
  exchange.set(headersOf(page))
  sendPacked(exchange, { of: page, text: page.html, mediaType: htmlType })
}

/** Nothing is there: a page for persons, the problem for programs. */
export function sendMissing(exchange: Exchange, pages: () => Pages, detail: string): void {
  exchange.set({ Vary: 'Accept' })
  if (!asksForPage(exchange)) {
    exchange.problem('not_found', { detail })
    return
  }
  const { missing } = pages()
  exchange.set(headersOf(missing))
  exchange.text(404, missing.html, htmlType)
}

function headersOf({ csp }: HtmlPage) {
  return {
    'Content-Security-Policy': csp,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
  }
}

/** Browsers name HTML first; programs that take anything are given JSON. */
export function asksForPage(exchange: Exchange): boolean {
  const accept = exchange.header('accept') ?? ''
  const html = accept.indexOf('text/html')
  const json = accept.indexOf('application/json')
  return html !== -1 && (json === -1 || html < json)
}

/** A text that is the same for everybody, as a page is. */
export function sendText(
  exchange: Exchange,
  of: { readonly text: string },
  mediaType: string,
): void {
  exchange.set({ 'Cache-Control': 'no-cache' })
  sendPacked(exchange, { of, text: of.text, mediaType })
}

/** A script whose name holds a hash of it, so that browsers need never ask again. */
export function sendScript(exchange: Exchange, script: { readonly text: string }): void {
  exchange.set({ 'Cache-Control': 'public, max-age=31536000, immutable' })
  const mediaType = 'text/javascript; charset=utf-8'
  sendPacked(exchange, { of: script, text: script.text, mediaType })
}

interface SentText {
  /** The object that the text belongs to, and its packed forms with it. */
  readonly of: object
  readonly text: string
  readonly mediaType: string
}

function sendPacked(exchange: Exchange, { of, text, mediaType }: SentText): void {
  const { etag, br, gzip } = packedOf(of, text)
  exchange.set({ ETag: etag, Vary: 'Accept, Accept-Encoding' })
  if (exchange.header('if-none-match')?.includes(etag)) {
    exchange.empty(304)
    return
  }
  const accepted = exchange.header('accept-encoding') ?? ''
  const encoding = (['br', 'gzip'] as const).find((one) => accepts(accepted, one))
  if (encoding) exchange.set({ 'Content-Encoding': encoding })
  if (encoding) exchange.bytes(200, encoding === 'br' ? br : gzip, mediaType)
  else exchange.text(200, text, mediaType)
}

function packedOf(of: object, text: string): PackedText {
  const known = packed.get(of)
  if (known) return known
  const made = {
    etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`,
    br: brotliCompressSync(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
    }),
    gzip: gzipSync(text),
  }
  packed.set(of, made)
  return made
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, weight = ''] = part.split(';')
    return name?.trim().toLowerCase() === encoding && !/^\s*q=0(\.0*)?$/.test(weight)
  })
}
