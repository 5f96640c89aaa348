import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/**
 * Below the range from which systems take the ports of outgoing connections (32768 and up): a
 * client that tries again while its server is down could otherwise be given the server's own port,
 * reach itself, and keep the server from ever coming back.
 */
const lowest = 15_000
const blocks = 300
const blockSize = 50

const ports = freePorts()

/** Given once: no process that asks here at the same time is given it before it is bound. */
export async function freePort(): Promise<number> {
  const { value } = await ports.next()
  if (value === undefined) throw new Error('no free port')
  return value
}

/** Blocks are this process's alone while it lives, because it holds their first port. */
async function* freePorts(): AsyncGenerator<number, undefined> {
  for (;;) {
    const first = await ownBlock()
    for (let port = first + 1; port < first + blockSize; port++) {
      if (await isFree(port)) yield port
    }
  }
}

async function ownBlock(): Promise<number> {
  for (let attempt = 0; attempt < blocks; attempt++) {
    const first = lowest + blockSize * Math.floor(Math.random() * blocks)
    const guard = await listening(first)
    guard?.unref()
    if (guard) return first
  }
  throw new Error(`no free block of ports from ${lowest} on after ${blocks} attempts`)
}

export async function isFree(port: number): Promise<boolean> {
  const server = await listening(port)
  server?.close()
  return server !== null
}

async function listening(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return server
  } catch {
    return null
  }
}
