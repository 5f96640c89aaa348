import path from 'node:path'
import { openServer, type ServerOptions, type StackServer } from './server.ts'

const startLimitMs = 120_000
const askLimitMs = 5_000
/**
 * The share of the heap that `npm start` has, too: garbage is collected before it outgrows what
 * lives, or a crowd of callers would fill the whole heap. Many processes share the machine, so each
 * has one thread beside its own, and no more room for young objects than its role gains by.
 */
const nodeFlags = [
  ...['--enable-source-maps', '--max-old-space-size=512', '--heap-growing-percent=40'],
  '--v8-pool-size=1',
]
/**
 * A process with hundreds of calls in hand would copy them again and again in a small room, which
 * cost `api` a fifth of its processor time. The catalog of `enrich` leaves it no more.
 */
const youngMb: Readonly<Record<string, number>> = { api: 32, bill: 16, project: 16 }
const otherYoungMb = 8

export interface ProcessOptions extends ServerOptions {
  readonly name: string
  readonly role: string
  readonly dir: string
  readonly port: number
  /** The bundled service. */
  readonly program: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** One process of the service, in one role. */
export function openServiceProcess(options: ProcessOptions): Promise<StackServer> {
  const { name, role, port, program } = options
  return openServer(name, options, async (dir) => {
    const address = `127.0.0.1:${port}`
    const url = `http://${address}`
    return {
      name,
      address,
      url,
      startLimitMs,
      program: {
        command: [process.execPath, ...flagsOf(role), program],
        environment: {
          ...options.environment,
          ROLES: role,
          HOST: '127.0.0.1',
          PORT: String(port),
          DATA_DIR: path.join(dir, 'data'),
        },
        stopSignal: 'SIGTERM',
      },
      ask: () => askReady(url),
    }
  })
}

/** Node's options for a process of this role. */
export function flagsOf(role: string): readonly string[] {
  return [...nodeFlags, `--max-semi-space-size=${youngMb[role] ?? otherYoungMb}`]
}

async function askReady(url: string): Promise<void> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(askLimitMs) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`/readyz says ${answer.status}: ${text.slice(0, 300)}`)
}
