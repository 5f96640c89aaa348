import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, request as sendRequest } from 'node:http'
import { duplexPair } from 'node:stream'
import type { Exchange } from './http/exchange.ts'
import { tryAgain } from './http/exchange.ts'

/** A call that one endpoint makes to another in the name of its caller. */
export interface InsideCall {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface InsideAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Enough for a page of results; whoever asks for more at once asks the API itself. */
const answerBytes = 8 * 1_048_576
const answerMs = 60_000
/** The way to whoever calls: what limits and keys go by. */
const passedOn = ['authorization', 'x-forwarded-for'] as const

export type Inside = ReturnType<typeof openInside>

/**
 * The API as its own client: the same bytes through the same door, so that keys, limits, prices and
 * receipts are those of any call, only without a network between. The caller stays who he is.
 */
export function openInside() {
  const server = createServer()
  return {
    serve: (listener: Listener) => void server.on('request', listener),
    ask(exchange: Exchange, call: InsideCall): Promise<InsideAnswer> {
      const [near, far] = duplexPair()
      Object.defineProperty(far, 'remoteAddress', {
        value: exchange.request.socket.remoteAddress,
      })
      server.emit('connection', far)
      const body = call.body === undefined ? null : JSON.stringify(call.body)
      const headers: Record<string, string> = { Host: 'inside', ...call.headers }
      for (const name of passedOn) {
        const value = exchange.header(name)
        if (value !== undefined) headers[name] = value
      }
      if (body !== null) headers['Content-Type'] = 'application/json'
      const { method, path } = call
      const signal = AbortSignal.timeout(answerMs)
      const sent = sendRequest({ createConnection: () => near, method, path, headers, signal })
      return new Promise<InsideAnswer>((resolve, reject) => {
        sent.on('error', (error) => {
          reject(signal.aborted ? tryAgain('The call took too long.') : error)
        })
        sent.on('response', (answer) => readAnswer(answer).then(resolve, reject))
        sent.end(body ?? undefined)
      }).finally(() => near.destroy())
    },
  }
}

async function readAnswer(answer: IncomingMessage): Promise<InsideAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer) {
    size += chunk.length
    if (size > answerBytes) throw new Error(`an answer is larger than ${answerBytes} bytes`)
    chunks.push(chunk)
  }
  const { statusCode = 500, headers } = answer
  return { status: statusCode, headers, text: Buffer.concat(chunks).toString('utf8') }
}
