import type { IncomingMessage, ServerResponse } from 'node:http'
import { openCommandIds, requestIdOf } from '../../ids.ts'
import type { ProblemCode, ProblemError } from '../../messages/problem.ts'
import { problemBody, problemMediaType, problems } from '../../messages/problem.ts'
import type { BodyWatch } from './body-watch.ts'
import { largeBodies } from './large-bodies.ts'

const wellFormedId = /^[A-Za-z0-9._-]{1,128}$/
const commandIds = openCommandIds()
const lingerMs = 1_000

export interface ProblemOptions {
  readonly detail: string
  readonly errors?: readonly ProblemError[]
  readonly members?: Readonly<Record<string, number | string>>
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer that was made and not yet sent. */
export interface HeldAnswer {
  readonly status: number
  /** Those that the answer adds; what names this request is not among them. */
  readonly headers: Readonly<Record<string, string | number>>
  /** Null: without a body. */
  readonly text: string | null
}

/** For callers who have hung up: only the metrics show it, under the number that others use. */
export const statusOfGone = 499

/**
 * One request and its answer. It writes with `writeHead` and `end`, because Express's own helpers
 * cost more than the rest of the call; what every answer carries is said here once.
 */
export class Exchange {
  readonly request: IncomingMessage
  readonly requestId: string
  /** The id of the paid question that this request may be; a Request-Id of ours follows from it. */
  readonly commandId: string
  readonly path: string
  readonly query: URLSearchParams | null
  /** Where the caller is, as far as trusted proxies tell (admission/addresses.ts). */
  readonly address: string
  /** Watches the body while it is read. */
  bodyWatch: BodyWatch | null = null
  /** The request is answered before its work is over, and in this process's memory until then. */
  inHandUntil: Promise<void> | null = null
  readonly #response: ServerResponse
  readonly #headers: Record<string, string | number>
  /** The headers before a handler added its own, while its answer is kept back. */
  #before: Readonly<Record<string, unknown>> | null = null
  #held: HeldAnswer | null = null
  #hangsUp = false

  constructor(request: IncomingMessage, response: ServerResponse, address = '') {
    this.request = request
    this.address = address
    this.#response = response
    const own = request.headers['request-id']
    this.commandId = commandIds.next()
    const isNamed = typeof own === 'string' && wellFormedId.test(own)
    this.requestId = isNamed ? own : requestIdOf(this.commandId)
    const url = request.url ?? '/'
    const mark = url.indexOf('?')
    this.path = mark < 0 ? url : url.slice(0, mark)
    this.query = mark < 0 ? null : new URLSearchParams(url.slice(mark + 1))
    this.#headers = { 'Request-Id': this.requestId, 'X-Content-Type-Options': 'nosniff' }
  }

  get status(): number {
    return this.#response.statusCode
  }

  get answered(): boolean {
    return this.#response.headersSent
  }

  /** Whether the caller has hung up: nobody reads an answer any more. */
  get gone(): boolean {
    return this.#response.destroyed
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  set(headers: Readonly<Record<string, string | number>>): this {
    Object.assign(this.#headers, headers)
    return this
  }

  /**
   * The rest of the body is not wanted. It is thrown away for a moment: whoever still sends when
   * the connection is closed would not see the answer.
   */
  hangUpAfterwards(): void {
    this.set({ Connection: 'close' })
    this.#hangsUp = !this.request.complete
  }

  json(status: number, value: unknown): void {
    this.text(status, JSON.stringify(value), 'application/json')
  }

  /** A body that is written already: JSON below 400, a problem above. */
  body(status: number, text: string): void {
    this.text(status, text, status < 400 ? 'application/json' : problemMediaType)
  }

  text(status: number, text: string, contentType: string): void {
    if (this.#before) {
      this.#headers['Content-Type'] = contentType
      this.#keep(this.#before, status, text)
      return
    }
    this.#write(status, text, Buffer.byteLength(text), contentType)
  }

  bytes(status: number, bytes: Buffer, contentType: string): void {
    this.#write(status, bytes, bytes.length, contentType)
  }

  /** From now on an answer is kept back, to be stored before it is sent. */
  hold(): void {
    this.#before = { ...this.#headers }
  }

  /** The answer that was kept back, if there is one. The next one is sent. */
  release(): HeldAnswer | null {
    this.#before = null
    return this.#held
  }

  /** Sends an answer that was kept back, here or by an earlier request. */
  send({ status, headers, text }: HeldAnswer): void {
    this.set(headers)
    if (text === null) this.empty(status)
    else this.text(status, text, String(headers['Content-Type']))
  }

  empty(status: number): void {
    if (this.#before) this.#keep(this.#before, status, null)
    if (this.#before || this.answered) return
    this.#response.writeHead(status, this.#headers).end()
  }

  /** Calls back once nothing of the answer is left to be written, or nobody is there to read it. */
  whenWritten(then: () => void): void {
    const response = this.#response
    if (response.destroyed || (response.writableEnded && response.writableLength === 0)) then()
    else response.once('close', then)
  }

  /** For streams: the caller of this method writes and ends. */
  open(status: number, contentType: string): ServerResponse {
    this.#headers['Content-Type'] = contentType
    return this.#response.writeHead(status, this.#headers)
  }

  problem(code: ProblemCode, options: ProblemOptions): void {
    if (options.headers) this.set(options.headers)
    const { status } = problems[code]
    if (status === 401) this.set({ 'WWW-Authenticate': 'Bearer' })
    const { detail, errors, members } = options
    const body = problemBody(code, {
      detail,
      instance: this.path,
      requestId: this.requestId,
      ...(errors ? { errors } : {}),
      ...(members ? { members } : {}),
    })
    this.body(status, body)
  }

  #keep(before: Readonly<Record<string, unknown>>, status: number, text: string | null): void {
    const added = Object.entries(this.#headers).filter(([name, value]) => before[name] !== value)
    this.#held ??= { status, headers: Object.fromEntries(added), text }
  }

  /** A text leaves in one piece with the head; bytes would be a second write to the socket. */
  #write(status: number, body: string | Buffer, length: number, contentType: string): void {
    if (this.answered) return
    this.#headers['Content-Type'] = contentType
    this.#headers['Content-Length'] = length
    this.#response.writeHead(status, this.#headers)
    if (this.#hangsUp) this.#linger(body)
    else if (this.request.method === 'HEAD') this.#response.end()
    else this.#response.end(body)
  }

  #linger(body: string | Buffer): void {
    const { request } = this
    const response = this.#response
    response.write(body)
    const late = setTimeout(() => response.end(), lingerMs)
    const end = () => {
      clearTimeout(late)
      response.end()
    }
    request.once('end', end).once('close', end)
    if (request.listenerCount('data') > 0) return // Its reader throws it away.
    request.on('data', () => largeBodies.pause(request, 'others'))
  }
}

/** Ends a request with a problem from anywhere below a handler. */
export class ProblemSignal extends Error {
  readonly code: ProblemCode
  readonly options: ProblemOptions

  constructor(code: ProblemCode, options: ProblemOptions | string) {
    const text = typeof options === 'string' ? options : options.detail
    super(text)
    this.name = 'ProblemSignal'
    this.code = code
    this.options = typeof options === 'string' ? { detail: options } : options
  }
}

/** 503, with the wait after which it is worth another try. */
export function tryAgain(why: string, seconds = 1): ProblemSignal {
  const detail = `${why} Try again in a moment.`
  return new ProblemSignal('unavailable', { detail, headers: { 'Retry-After': `${seconds}` } })
}
