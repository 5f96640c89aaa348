import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Answers one path: a status, or whatever it does with the response. */
type Behaviour = number | ((request: IncomingMessage, response: ServerResponse) => void)

/** A target of webhooks on this machine, which does what a test wants of it, by path. */
export interface Receiver {
  readonly port: number
  url(path: string): string
  readonly received: Received[]
  at(path: string): readonly Received[]
  behave(path: string, behaviour: Behaviour): void
  close(): Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const behaviours = new Map<string, Behaviour>()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk
    })
    request.on('end', () => {
      const path = request.url ?? '/'
      received.push({ path, headers: request.headers, body })
      const behaviour = behaviours.get(path) ?? 200
      if (typeof behaviour === 'number') response.writeHead(behaviour).end()
      else behaviour(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // as: it listens on TCP.
  return {
    port,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    received,
    at: (path) => received.filter((each) => each.path === path),
    behave: (path, behaviour) => void behaviours.set(path, behaviour),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function hangs(): void {
  // The request is taken, and no answer ever comes.
}
