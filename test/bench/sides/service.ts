import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { packageRoot } from '../../../src/config/paths.ts'
import { startFlags } from '../../scenarios/build.ts'
import type { Child } from '../child.ts'
import { openChild } from '../child.ts'
import type { Closing } from '../closing.ts'

const startLimitMs = 60_000
const pollEveryMs = 10

export interface RunningService {
  readonly child: Child
  readonly port: number
  /** From the start of the process to the first 200 of GET /readyz. */
  readonly startMs: number
}

/** The service as `npm start` runs it, on a data directory and a port of its own. */
export async function startService(
  dataDir: string,
  closing: Closing,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = openChild({
    name: 'the service',
    args: [...startFlags(), join(packageRoot, 'dist', 'main.js')],
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_SECOND: '1000000',
      REGISTRATIONS_PER_HOUR: '1000000',
      // Empty: as the service chooses. To measure what threads are worth: 0, and 1.
      MATCH_THREADS: process.env.MATCH_THREADS ?? '',
      LIVE_LOOKUPS: 'off',
      ...env,
    },
    closing,
  })
  await untilReady(child, port)
  return { child, port, startMs: performance.now() - startedAt }
}

async function untilReady(child: Child, port: number): Promise<void> {
  let end: string | null = null
  void child.ended.then((reason) => {
    end = reason
  })
  const deadline = performance.now() + startLimitMs
  while (performance.now() < deadline) {
    if (end !== null) throw new Error(`the service did not start: ${end}`)
    if (await isReady(port)) return
    await pause(pollEveryMs)
  }
  throw new Error(`the service was not ready after ${startLimitMs / 1_000} s`)
}

async function isReady(port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(2_000)
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
