import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const lowest = 15_000
const highest = 29_999
const attempts = 100

/**
 * Below the range from which systems take the ports of outgoing connections (32768 and up): a
 * client that tries again while its server is down could otherwise be given the server's own port,
 * reach itself, and keep the server from ever coming back.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest + 1))
    if (!given.has(port) && (await isFree(port))) return keep(port)
  }
  throw new Error(`no free port from ${lowest} to ${highest} after ${attempts} attempts`)
}

/** Two servers started together must not be given the same one before either has bound it. */
const given = new Set<number>()

function keep(port: number): number {
  given.add(port)
  void delay(60_000, undefined, { ref: false }).then(() => given.delete(port))
  return port
}

export async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}
