import type { ProblemError } from '../../messages/problem.ts'
import type { Exchange } from './exchange.ts'
import { ProblemSignal } from './exchange.ts'
import { isLarge, largeBodies } from './large-bodies.ts'

export const jsonBodyBytes = 1_048_576
/**
 * An upload that is too large is read on and thrown away up to here, so that the 413 gets
 * through.
 */
const drainedBytes = 16 * jsonBodyBytes

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The JSON body of a request, or a problem: 415, 413, 400. */
export async function readJson(exchange: Exchange): Promise<unknown> {
  requireJson(exchange)
  const bytes = await readBytes(exchange, jsonBodyBytes)
  const text = decode(bytes)
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    throw malformed(`The body is not valid JSON: ${printable(reason)}`)
  }
}

/**
 * The bytes of a body up to a limit. A client that hangs up ends it with a signal that nobody
 * sees; whoever watches the body may end it too.
 */
export function readBytes(exchange: Exchange, limit: number): Promise<Buffer> {
  const { request, bodyWatch } = exchange
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = []
    let size = 0
    let done = false
    const stop = (problem: Error) => {
      if (done) return
      done = true
      chunks = []
      reject(problem)
    }
    const refuse = (problem: Error) => {
      exchange.hangUpAfterwards()
      stop(problem)
    }
    const large = isLarge(request)
    bodyWatch?.begins(refuse)
    if (Number(request.headers['content-length'] ?? 0) > limit) refuse(bodyTooLarge(limit))
    if (large) largeBodies.pause(request, 'reads')
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      bodyWatch?.received(chunk.length)
      if (large) largeBodies.pause(request, done ? 'others' : 'reads')
      if (size > drainedBytes) request.destroy()
      else if (size > limit) refuse(bodyTooLarge(limit))
      else if (!done) chunks.push(chunk)
    })
    request.on('end', () => {
      if (done) return
      const problem = bodyWatch?.isWhole()
      if (problem) return stop(problem)
      done = true
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    })
    // Problems are made when they are needed only: an Error costs more than reading the body.
    request.on('close', () => done || stop(malformed('The connection was closed.')))
    request.on('error', () => done || stop(malformed('The connection failed.')))
  })
}

/** Whether there is a body, and JSON at that. */
export function sendsJson(exchange: Exchange): boolean {
  const { headers } = exchange.request
  const length = headers['content-length']
  const isThere = length === undefined ? 'transfer-encoding' in headers : Number(length) > 0
  return isThere && isJson(exchange)
}

function isJson(exchange: Exchange): boolean {
  const type = exchange.header('content-type') ?? ''
  const media = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return media === 'application/json' || /^application\/[\w.+-]+\+json$/.test(media)
}

function requireJson(exchange: Exchange): void {
  if (!isJson(exchange)) {
    throw new ProblemSignal('unsupported_media_type', 'Send the body as application/json.')
  }
  const encoding = exchange.header('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') {
    throw new ProblemSignal('unsupported_media_type', 'Send the body without Content-Encoding.')
  }
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw malformed('The body is not valid UTF-8.')
  }
}

/** Messages of JSON.parse quote the input, which may hold anything. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 200)
}

function malformed(detail: string): ProblemSignal {
  const errors: ProblemError[] = [{ pointer: '', message: detail }]
  return new ProblemSignal('malformed_json', { detail, errors })
}

function bodyTooLarge(limit: number): ProblemSignal {
  const detail = `The body is larger than ${limit.toLocaleString('en')} bytes. Send less at once.`
  return new ProblemSignal('body_too_large', detail)
}
