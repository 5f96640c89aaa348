import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = (request: IncomingMessage, response: ServerResponse) => void
/** A page in HTML, or by its path (`*` for all others), or whatever a site does. */
export type Site = string | Answer | Readonly<Record<string, string | Answer>>

export interface WebsitePlayer {
  readonly port: number
  /** LIVE_CONNECT_TO for it. */
  readonly place: string
  play(host: string, site: Site): void
  /** The paths that were asked of a host, in order. */
  asked(host: string): readonly string[]
  userAgents(): ReadonlySet<string>
  close(): Promise<void>
}

/** The websites of invented companies, by their host, on one port of this machine. */
export async function playWebsites(): Promise<WebsitePlayer> {
  const sites = new Map<string, Site>()
  const asked: { readonly host: string; readonly path: string }[] = []
  const agents = new Set<string>()
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').toLowerCase()
    const path = request.url ?? '/'
    asked.push({ host, path })
    agents.add(request.headers['user-agent'] ?? '')
    const site = sites.get(host)
    const answer =
      typeof site === 'object' ? (site[path] ?? site['*']) : path === '/' ? site : undefined
    if (answer === undefined) response.writeHead(404).end()
    else if (typeof answer === 'function') answer(request, response)
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // as: it listens on TCP.
  return {
    port,
    place: `127.0.0.1:${port}`,
    play: (host, site) => void sites.set(host, site),
    asked: (host) => asked.filter((each) => each.host === host).map(({ path }) => path),
    userAgents: () => agents,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function redirectTo(location: string, status = 302): Answer {
  return (_, response) => void response.writeHead(status, { location }).end()
}

/** The request is taken, and no answer ever comes. */
export function hangs(): void {}

/** One word about itself every moment, for ever. */
export function drips(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' })
  const timer = setInterval(() => response.write('<p>'), 50)
  response.on('close', () => clearInterval(timer))
}

export function organization(members: object, head = ''): string {
  const data = { '@context': 'https://schema.org', '@type': 'Organization', ...members }
  const script = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<html><head>${head}<script type="application/ld+json">${script}</script></head></html>`
}
