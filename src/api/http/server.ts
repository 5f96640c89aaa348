import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { problemBody, problemMediaType } from '../../messages/problem.ts'
import { Exchange } from './exchange.ts'

const headersTimeoutMs = 20_000
/** Node looks for connections that are too late only so often; its own half a minute is long. */
const lookForLateMs = 2_000
/** Long enough for the largest upload of a job; other bodies have a limit of their own. */
const requestTimeoutMs = 900_000
const keepAliveTimeoutMs = 65_000
/** An idle connection takes some 10 KB; this many are a quarter of what the process may hold. */
const connectionsMax = 10_000

/** The server without its application, which needs to know the port. */
export function openServer(): Server {
  const limits = {
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: lookForLateMs,
    maxHeaderSize: 16_384,
    requireHostHeader: false,
  }
  const server = createServer(limits)
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const detail = 'Of Expect only 100-continue is understood.'
    new Exchange(request, response).problem('expectation_failed', { detail })
  })
  server.maxConnections = connectionsMax
  server.on('clientError', answerGarbage)
  return server
}

/** Answers bytes that are not even HTTP: no request exists, so the answer is written by hand. */
function answerGarbage(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [line, detail] = garbageOf(error.code)
  const body = problemBody('invalid_request', { detail, instance: '/', requestId: 'none' })
  socket.end(
    `HTTP/1.1 ${line}\r\nContent-Type: ${problemMediaType}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

function garbageOf(code: string | undefined): readonly [string, string] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return ['431 Request Header Fields Too Large', 'The headers are larger than 16 KiB.']
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return ['408 Request Timeout', 'The request did not arrive in time.']
  }
  return ['400 Bad Request', 'The request is not valid HTTP.']
}
