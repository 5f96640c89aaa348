import { connect, type Socket } from 'node:net'
import type { Agent } from 'undici'
import { checkedLookup, openResolve, type Resolve } from '../../../webhooks/resolve.ts'
import { readBytes } from './read-bytes.ts'

const connectLimitMs = 3_000
const answerLimitMs = 4_000
const headersMax = 16_384
/** One request a host at a time, in the whole process. */
const connectionsPerHost = 1

export interface WebAnswer {
  readonly status: number
  readonly location: string | null
  readonly contentType: string
  readonly bytes: Buffer
  /** There was more than was asked for. */
  readonly isCut: boolean
}

interface WebRequest {
  readonly accept: string
  readonly bytesMax: number
  readonly signal: AbortSignal
}

/** Fetches from the websites of strangers: whatever they do costs a bounded time and memory. */
export interface Web {
  /** The URL must have been judged by `pageTarget`. Follows no redirect. */
  get(url: URL, request: WebRequest): Promise<WebAnswer>
  close(): Promise<void>
}

export interface WebDeps {
  readonly userAgent: string
  /** Every connection goes there instead, over plain HTTP: for tests. */
  readonly connectTo: { readonly host: string; readonly port: number } | null
  /** Another way to resolve names. */
  readonly resolve?: Resolve
  /** For the address of an operator. */
  readonly allowPrivate?: boolean
}

export function openWeb(deps: WebDeps): Web {
  const { userAgent, connectTo, resolve = openResolve(), allowPrivate = false } = deps
  // Loaded beside the start, which does not wait for it, as for webhooks.
  const opened = openAgent()
  opened.catch(() => {})

  async function openAgent(): Promise<Agent> {
    const { Agent } = await import('undici')
    return new Agent({
      connections: connectionsPerHost,
      connect: connectTo
        ? (_, done) => connectPlainly(connectTo, done)
        : { timeout: connectLimitMs, lookup: checkedLookup(resolve, allowPrivate) },
      headersTimeout: answerLimitMs,
      bodyTimeout: answerLimitMs,
      maxHeaderSize: headersMax,
      keepAliveTimeout: 1_000,
      keepAliveMaxTimeout: 1_000,
    })
  }

  return {
    async get(url, { accept, bytesMax, signal }) {
      const agent = await opened
      const { statusCode, headers, body } = await agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: 'GET',
        headers: {
          'user-agent': userAgent,
          accept,
          'accept-encoding': 'gzip, deflate, br',
          'accept-language': 'en, *;q=0.5',
        },
        signal,
      })
      const { bytes, isCut } = await readBytes(body, textOf(headers['content-encoding']), bytesMax)
      const location = textOf(headers.location) || null
      const contentType = textOf(headers['content-type'])
      return { status: statusCode, location, contentType, bytes, isCut }
    },
    close: () => opened.then((agent) => agent.destroy()).catch(() => {}),
  }
}

function textOf(header: string | string[] | undefined): string {
  return (Array.isArray(header) ? header[0] : header) ?? ''
}

type Connected = (...outcome: [error: null, socket: Socket] | [error: Error, socket: null]) => void

function connectPlainly(to: { readonly host: string; readonly port: number }, done: Connected) {
  const socket = connect({ ...to, timeout: connectLimitMs })
  const fail = (error: Error) => done(error, null)
  socket.once('error', fail)
  socket.once('timeout', () => socket.destroy(new Error('no connection in time')))
  socket.once('connect', () => {
    socket.off('error', fail)
    socket.setTimeout(0)
    done(null, socket)
  })
}
