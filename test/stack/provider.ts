import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { missingHere } from '../../infra/stack/requirements.ts'
import { jvmOptions } from './brief-broker.ts'

/**
 * The servers of one vitest run: whoever needs them asks this process. They start with the first
 * question and are shared by all test files, so that a run that asks for none pays nothing, and
 * they are stopped when the run is over. Containers where an engine answers, else the local stack.
 */
export const providerVariable = 'STACK_PROVIDER'

export async function setup(): Promise<() => Promise<void>> {
  if (process.env[providerVariable] !== undefined) return async () => {} // Both projects set up.
  let source: Promise<Source> | null = null
  let servers: Promise<Servers> | null = null
  const findOnce = () => {
    source ??= findSource()
    return source
  }
  const openOnce = () => {
    servers ??= findOnce().then(({ open }) => open())
    return servers
  }
  const server = createServer(async ({ url }, response) => {
    try {
      const { missing } = await findOnce()
      const environment = url === '/servers' ? (await openOnce()).environment : undefined
      response.end(JSON.stringify({ missing, environment }))
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error))
    }
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // as: it listens on TCP.
  process.env[providerVariable] = `http://127.0.0.1:${port}`
  return async () => {
    server.close()
    await (await servers?.catch(() => null))?.close()
  }
}

/** A sentence for everything that keeps the servers from starting here; none where they can. */
export async function missingServers(): Promise<readonly string[]> {
  const missing = await missingHere()
  return missing.length === 0 ? missing : (await findSource()).missing
}

interface Source {
  /** A sentence for everything that keeps the servers from starting here. */
  readonly missing: readonly string[]
  open(): Promise<Servers>
}

interface Servers {
  readonly environment: Readonly<Record<string, string>>
  close(): Promise<void>
}

/**
 * What opens servers is loaded here only: the clients and the library for containers take more than
 * a second, which a run that asks for no servers must not pay.
 */
async function findSource(): Promise<Source> {
  const { findEngine, openContainers } = await import('./containers.ts')
  const engine = await findEngine()
  if (engine !== null) return { missing: [], open: () => openContainers(engine) }
  const missing = await missingHere()
  if (missing.length > 0) {
    process.stderr.write(`\nNo tests on real servers. ${missing.join('\n')}\n`)
  }
  const { openStack } = await import('../../infra/stack/stack.ts')
  return { missing, open: () => openStack({ jvmOptions }) }
}
