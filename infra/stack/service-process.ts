import path from 'node:path'
import { openServer, type ServerOptions, type StackServer } from './server.ts'

const startLimitMs = 120_000
const askLimitMs = 5_000
/**
 * Of the heap as `npm start` has it. Many processes share the machine, so each keeps its young
 * objects in half of the usual room and has one thread beside its own: 40 MB less of each, and no
 * slower. infra/Dockerfile gives the same.
 */
const nodeFlags = [
  '--enable-source-maps',
  '--max-old-space-size=512',
  '--max-semi-space-size=8',
  '--v8-pool-size=1',
]

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
        command: [process.execPath, ...nodeFlags, program],
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

async function askReady(url: string): Promise<void> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(askLimitMs) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`/readyz says ${answer.status}: ${text.slice(0, 300)}`)
}
