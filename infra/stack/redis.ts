import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from './free-port.ts'
import { findRedis } from './requirements.ts'
import { openServer, type ServerOptions, type StackServer } from './server.ts'

const startLimitMs = 20_000
const askLimitMs = 1_000

export interface RedisOptions extends ServerOptions {
  /** Lines of redis.conf beside ours, or instead of them. */
  readonly settings?: Readonly<Record<string, string | number>>
}

/** The system's own redis-server. */
export function openRedis(options: RedisOptions = {}): Promise<StackServer> {
  return openServer('redis', options, async (dir) => {
    const program = await findRedis()
    const port = options.port ?? (await freePort())
    const address = `127.0.0.1:${port}`
    const settings = { ...smallRedis, port, dir: `"${dir}"`, ...options.settings }
    const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`)
    const settingsFile = path.join(dir, 'redis.conf')
    await writeFile(settingsFile, lines.join(''), { mode: 0o600 })
    const password = options.settings?.requirepass
    const url = `redis://${password === undefined ? '' : `:${password}@`}${address}`
    return {
      name: 'redis',
      address,
      url,
      startLimitMs,
      program: {
        command: [program, settingsFile],
        environment: { PATH: process.env.PATH, LC_ALL: 'C' },
        stopSignal: 'SIGTERM',
      },
      ask: () => ping(url),
    }
  })
}

/** It holds replies, which the views back, and counts of limits: nothing is worth a file. */
const smallRedis = {
  bind: '127.0.0.1',
  save: '""',
  appendonly: 'no',
  daemonize: 'no',
  maxmemory: '128mb',
  'maxmemory-policy': 'volatile-ttl',
} as const

async function ping(url: string): Promise<void> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: askLimitMs,
    commandTimeout: askLimitMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.ping()
  } finally {
    client.disconnect()
  }
}
