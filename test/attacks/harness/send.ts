import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'

/** Requests of an attacker: as many at once as are asked for, and whatever comes back is told. */
export interface Sent {
  readonly method?: string
  readonly path: string
  readonly key?: string
  readonly body?: Buffer | string
  readonly headers?: Readonly<Record<string, string>>
  readonly agent?: Agent
  readonly limitMs?: number
}

export interface Answer {
  /** `200`, or how the connection ended. */
  readonly status: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly ms: number
}

const answerMs = 60_000
const keptText = 100_000
const ownConnections = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })

export function send(url: string, sent: Sent): Promise<Answer> {
  assertLoopback(url)
  const { method = 'POST', path, key, body, agent = ownConnections } = sent
  const headers = {
    ...(key ? { authorization: `Bearer ${key}` } : {}),
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    ...sent.headers,
  }
  return new Promise((resolve) => {
    const began = performance.now()
    let limit: NodeJS.Timeout | undefined
    const end = (status: string, text = '', answered: IncomingHttpHeaders = {}) => {
      clearTimeout(limit)
      resolve({ status, text, headers: answered, ms: performance.now() - began })
    }
    const asked = request(`${url}${path}`, { method, headers, agent }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => {
        if (text.length < keptText) text += chunk.toString()
      })
      answer.on('end', () => end(String(answer.statusCode), text, answer.headers))
      answer.on('error', () => end(String(answer.statusCode), text, answer.headers))
    })
    asked.on('error', (error: NodeJS.ErrnoException) => end(endOf(error)))
    limit = setTimeout(() => {
      asked.destroy()
      end('no answer')
    }, sent.limitMs ?? answerMs)
    asked.end(body)
  })
}

/** A caller who is refused before his body is read may find the connection closed as he writes. */
function endOf({ code = 'cut' }: NodeJS.ErrnoException): string {
  return code === 'ECONNRESET' || code === 'EPIPE' ? 'hung up' : code
}

export interface Held {
  readonly count: number
  readonly forMs: number
  /** Written at once, headers and the beginning of a body. */
  readonly begins: Buffer
  /** Written again and again. */
  readonly drip?: { readonly bytes: Buffer; readonly everyMs: number }
}

/** Opens connections and holds them; tells how each ended, and how many were still held. */
export function hold(url: string, { count, forMs, begins, drip }: Held): Promise<string[]> {
  assertLoopback(url)
  const { hostname, port } = new URL(url)
  const one = () =>
    new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write(begins))
      const began = performance.now()
      let text = ''
      const dripping = drip && setInterval(() => socket.write(drip.bytes), drip.everyMs)
      const over = setTimeout(() => end('held to the end'), forMs)
      function end(word: string): void {
        clearTimeout(over)
        clearInterval(dripping)
        socket.destroy()
        resolve(word)
      }
      socket.on('data', (chunk: Buffer) => {
        if (text.length < keptText) text += chunk.toString('latin1')
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        const seconds = Math.round((performance.now() - began) / 1_000)
        end(`${/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 'hung up'} at ${seconds} s`)
      })
    })
  return Promise.all(Array.from({ length: count }, one))
}

/** Attacks go to this machine only. */
function assertLoopback(url: string): void {
  const { hostname } = new URL(url)
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) {
    throw new Error(`${hostname} is not this machine.`)
  }
}
