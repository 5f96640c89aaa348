import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { problemBody, problemMediaType } from '../../messages/problem.ts'
import type { Addresses } from './addresses.ts'

/**
 * Closes what an address opens beyond its number, before a request is read. A proxy that is trusted
 * has the connections of many callers.
 */
export function limitConnections(server: Server, addresses: Addresses, max: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const peer = socket.remoteAddress ?? ''
    if (addresses.isProxy(peer)) return
    const network = addresses.networkOf(peer)
    const count = (open.get(network) ?? 0) + 1
    if (count > max) {
      refuse(socket)
      return
    }
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}

/** No request exists yet, so the answer is written by hand. */
function refuse(socket: Socket): void {
  const detail = 'Too many connections from this address. Wait 1 s.'
  const body = problemBody('too_many_requests', { detail, instance: '/', requestId: 'none' })
  socket.on('error', () => {})
  socket.end(
    `HTTP/1.1 429 Too Many Requests\r\nContent-Type: ${problemMediaType}\r\nRetry-After: 1\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  socket.destroySoon()
}
