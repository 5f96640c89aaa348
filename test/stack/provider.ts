import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { providerVariable } from './ask-provider.ts'
import { openShared } from './shared.ts'

/**
 * Shared by all test files of one vitest run, and held by its own process: the servers of the
 * distributed mode, a Postgres with databases to take, a running service in each mode. Each starts
 * with the first question for it, so that a run that asks for none pays nothing, and is stopped
 * when the run is over.
 */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env[providerVariable] !== undefined) return async () => {} // Each project sets up.
  const shared = openShared()
  const server = createServer(async ({ url = '' }, response) => {
    try {
      const { pathname, searchParams } = new URL(url, 'http://provider')
      const answer = await shared.answer(pathname.slice(1), Object.fromEntries(searchParams))
      response.end(JSON.stringify(answer ?? null))
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error))
    }
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // as: it listens on TCP.
  process.env[providerVariable] = `http://127.0.0.1:${port}`
  return async () => {
    await shared.close()
    server.closeAllConnections()
    server.close()
  }
}
