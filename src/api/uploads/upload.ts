import * as crypto from 'node:crypto'
import { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import { createGunzip } from 'node:zlib'
import { NoSuchFile } from '../../jobs/no-such-file.ts'
import type { Exchange } from '../http/exchange.ts'
import { ProblemSignal } from '../http/exchange.ts'
import { receivedInTime } from './received.ts'

const uploadBytes = 536_870_912
/** A refused body is read on and thrown away up to here, so that the answer gets through. */
const drainedBytes = 67_108_864
const gzipMagic = [0x1f, 0x8b] as const

/**
 * The bytes of a large body as they come, unpacked if they are gzip, never more of them in memory
 * than a few pieces. They end with a NoSuchFile when they are too many; `digest` is of all that was
 * read, unpacked.
 */
export function openUpload(exchange: Exchange) {
  const hash = crypto.createHash('sha256')

  async function* bytes(): AsyncGenerator<Uint8Array> {
    let size = 0
    for await (const piece of await unpacked(exchange)) {
      size += piece.length
      if (size > uploadBytes) throw tooLarge()
      hash.update(piece)
      yield piece
    }
  }

  return { bytes, digest: () => hash.digest('hex') }
}

/** The charset that the content type names, which may be wrong. */
export function charsetOf(exchange: Exchange): string | null {
  return /charset="?([\w-]+)/i.exec(exchange.header('content-type') ?? '')?.[1] ?? null
}

/** The text of JSON: UTF-8, unless a byte order mark says otherwise. */
export async function* jsonText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  for await (const piece of bytes) {
    decoder ??= new TextDecoder(wideLabel(piece) ?? 'utf-8', { fatal: true })
    yield decode(decoder, piece)
  }
  if (decoder) yield decode(decoder, null)
}

function wideLabel([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** Reads on after a refusal, for a while: whoever still sends would not see the answer. */
export function drain(exchange: Exchange): void {
  const { request } = exchange
  if (request.complete) return
  let size = 0
  exchange.set({ Connection: 'close' })
  request.on('error', () => {})
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > drainedBytes) request.destroy()
  })
  request.resume()
}

async function unpacked(exchange: Exchange): Promise<AsyncIterable<Buffer>> {
  const encoding = (exchange.header('content-encoding') ?? 'identity').toLowerCase()
  if (encoding !== 'identity' && encoding !== 'gzip' && encoding !== 'x-gzip') {
    throw new ProblemSignal(
      'unsupported_media_type',
      'Of Content-Encoding only gzip is understood.',
    )
  }
  if (Number(exchange.header('content-length') ?? 0) > uploadBytes) throw tooLarge()
  const bytes = received(exchange)[Symbol.asyncIterator]()
  const first = await bytes.next()
  const start: Buffer = first.done ? Buffer.alloc(0) : first.value
  const all = joined(start, bytes)
  const isGzip = gzipMagic.every((byte, index) => start[index] === byte)
  if (isGzip) return gunzipped(all)
  if (encoding !== 'identity') throw broken('The body is not gzip.')
  return all
}

async function* received(exchange: Exchange): AsyncGenerator<Buffer> {
  let size = 0
  try {
    for await (const piece of receivedInTime(exchange.request)) {
      size += piece.length
      if (size > uploadBytes) throw tooLarge()
      yield piece
    }
  } catch (error) {
    if (error instanceof NoSuchFile) throw error
    if (!(error instanceof ProblemSignal)) throw broken('The upload broke off.')
    exchange.hangUpAfterwards()
    throw error
  }
}

async function* joined(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

async function* gunzipped(bytes: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(bytes, { objectMode: false })
  const gunzip = createGunzip({ chunkSize: 65_536 })
  let failure: unknown = null
  source.on('error', (error) => {
    failure = error
    gunzip.destroy(error)
  })
  source.pipe(gunzip)
  try {
    for await (const chunk of gunzip) yield chunk
  } catch (error) {
    if (isSaid(failure)) throw failure
    throw isSaid(error) ? error : broken('The body is not valid gzip.')
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

/** Whether it says already what is wrong with the upload. */
function isSaid(error: unknown): boolean {
  return error instanceof NoSuchFile || error instanceof ProblemSignal
}

function decode(decoder: TextDecoder, bytes: Uint8Array | null): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch {
    const message = `is not valid ${decoder.encoding.toUpperCase()} text`
    throw new NoSuchFile('invalid_request', `The upload ${message}. Save it as UTF-8.`, [
      { pointer: '', message },
    ])
  }
}

function broken(detail: string): NoSuchFile {
  return new NoSuchFile('invalid_request', detail, [{ pointer: '', message: detail }])
}

function tooLarge(): NoSuchFile {
  const detail = `A job's rows may be at most ${uploadBytes.toLocaleString('en')} bytes, unpacked.`
  return new NoSuchFile('body_too_large', detail)
}
