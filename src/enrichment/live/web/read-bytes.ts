import type { Readable } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
} from 'node:zlib'

/** A coding that is not known, or one upon another, as only bombs have it. */
class UnknownCoding extends Error {
  override readonly name = 'UnknownCoding'
}

/**
 * The first bytes of a body as they were before its coding, at most `max`: a small body may hold
 * gigabytes, so it is read until there is enough, and the rest is never asked for.
 */
export async function readBytes(
  body: Readable,
  coding: string,
  max: number,
): Promise<{ readonly bytes: Buffer; readonly isCut: boolean }> {
  body.on('error', () => {}) // A body that is given up says so, and unheard ends the process.
  const plain = await decoded(body, coding)
  plain.on('error', () => {})
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of plain) {
      parts.push(part)
      length += part.length
      if (length > max) break
    }
  } finally {
    plain.destroy()
    body.destroy()
  }
  return { bytes: Buffer.concat(parts).subarray(0, max), isCut: length > max }
}

async function decoded(body: Readable, coding: string): Promise<Readable> {
  const name = coding.trim().toLowerCase()
  if (name === '' || name === 'identity') return body
  const decoder = name === 'deflate' ? await inflaterOf(body) : decoderOf(name)
  if (decoder === null) {
    body.destroy()
    throw new UnknownCoding(name)
  }
  body.on('error', (error) => decoder.destroy(error))
  return body.pipe(decoder)
}

/** A body that ends too early is read as far as it goes, like an uncoded one. */
const gentle = { finishFlush: constants.Z_SYNC_FLUSH }

function decoderOf(name: string) {
  if (name === 'gzip' || name === 'x-gzip') return createGunzip(gentle)
  if (name === 'br') {
    return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
  }
  return null
}

/** Servers send the bare form or the one with a head under this name: the first byte tells. */
async function inflaterOf(body: Readable) {
  const first = await firstOf(body)
  const hasHead = first !== null && ((first[0] ?? 0) & 0x0f) === 8
  return hasHead ? createInflate(gentle) : createInflateRaw(gentle)
}

async function firstOf(body: Readable): Promise<Buffer | null> {
  for (;;) {
    const part: unknown = body.read()
    if (Buffer.isBuffer(part)) {
      body.unshift(part)
      return part
    }
    if (body.readableEnded || body.destroyed) return null
    await new Promise<void>((resolve, reject) => {
      const settle = () => {
        body.off('readable', settle).off('end', settle).off('error', reject)
        resolve()
      }
      body.once('readable', settle).once('end', settle).once('error', reject)
    })
  }
}
