import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { AddressInfo } from 'node:net'
import { createServer, type Server, Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWeb } from '../../../../src/enrichment/live/web/web.ts'
import type { Resolve } from '../../../../src/webhooks/resolve.ts'

/**
 * Names are judged by what they resolve to, at the connection itself. A server on this machine
 * would answer every address that is refused here, and hears of none.
 */
let server: Server
let connections = 0

beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1
    socket.on('error', () => {}).resume()
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const get = { accept: 'text/html', bytesMax: 1_000, signal: AbortSignal.timeout(10_000) }
const local = '127.0.0.1'
const far = '93.184.215.14'

function webOf(addresses: readonly string[]) {
  const resolve: Resolve = async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  return openWeb({ userAgent: 'Test/1', connectTo: null, resolve })
}

const address = () => {
  const { port } = server.address() as AddressInfo // as: it listens on TCP.
  return new URL(`http://rebound.example.com:${port}/`)
}

test.each([
  [[local]],
  [[far, local]],
  [[local, far]],
  [['10.0.0.1']],
  [['169.254.169.254']],
  [['100.64.0.1']],
  [['0.0.0.0']],
  [['::1']],
  [['fd00::1']],
  [['fe80::1']],
  [['::ffff:127.0.0.1']],
  [['64:ff9b::7f00:1']],
  [['2002:7f00:1::']],
  [[]],
])('a name that resolves to %j is connected to nowhere', async (addresses) => {
  const web = webOf(addresses)
  await expect(web.get(address(), get)).rejects.toThrow('has a private address')
  await web.close()
  expect(connections).toBe(0)
})

test('a name is resolved once for a connection, which goes to the very address that was judged', async () => {
  let asked = 0
  const resolve: Resolve = async () => {
    asked += 1
    return [{ address: local, family: 4 }]
  }
  const deps = { userAgent: 'Test/1', connectTo: null, resolve }
  const allowing = openWeb({ ...deps, allowPrivate: true })
  expect((await allowing.get(address(), get)).status).toBe(200)
  expect([asked, connections]).toEqual([1, 1])
  await allowing.close()
  // The former answer is no word about the next connection.
  const web = openWeb(deps)
  await expect(web.get(address(), get)).rejects.toThrow('has a private address')
  await web.close()
  expect([asked, connections]).toEqual([2, 1])
})

/** The addresses that sockets are about to connect to; nothing leaves this machine. */
function watchSockets() {
  const addresses: string[] = []
  const watch = (message: unknown): void => {
    const { socket } = message as { readonly socket: unknown } // as: Node documents the channel so.
    if (!(socket instanceof Socket)) return
    socket.on('lookup', (error, address) => {
      if (error) return
      addresses.push(address)
      if (address !== local) socket.destroy(new Error('far away'))
    })
  }
  subscribe('net.client.socket', watch)
  return { addresses, end: () => unsubscribe('net.client.socket', watch) }
}

test('a name that turns private once it was judged is connected to where it was judged', async () => {
  const before = connections
  const answers = [far, local, local]
  let asked = 0
  const resolve: Resolve = async () => {
    asked += 1
    return [{ address: answers.shift() ?? local, family: 4 }]
  }
  const sockets = watchSockets()
  const web = openWeb({ userAgent: 'Test/1', connectTo: null, resolve })
  await expect(web.get(address(), get)).rejects.toThrow('far away')
  expect([sockets.addresses, asked]).toEqual([[far], 1])
  await expect(web.get(address(), get)).rejects.toThrow('has a private address')
  sockets.end()
  await web.close()
  expect(sockets.addresses).toEqual([far])
  expect(connections).toBe(before)
})
