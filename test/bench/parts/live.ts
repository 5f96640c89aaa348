import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Closing } from '../closing.ts'
import { milliseconds, perSecond } from '../figures.ts'
import type { Generator } from '../load/open-generator.ts'
import { measure, type Run } from '../measure.ts'
import type { Options } from '../options.ts'
import { latencies, print, typical, verdict } from '../report.ts'
import { makeCustomers } from '../sides/customers.ts'
import { startService } from '../sides/service.ts'

const callsPerSecond = 100
const connections = 16
const accounts = 8
const callersBeside = 64
/** As long as a look-up of a site that hangs is waited for. */
const waitMs = 2_050
const roundsMin = 3
/** Beside a catalog answer that takes a millisecond, the noise of a machine is not more than this. */
const noiseMs = 0.5
const slowdownMax = 1.2
const liveAnswers = 1_500
const liveAtOnce = 48

const known = 'github.com stripe.com netflix.com spotify.com airbnb.com starbucks.com'.split(' ')

/**
 * Catalog answers while websites hang, beside the same number of callers whom the catalog answers,
 * as each caller costs something whatever is asked; and answers from websites that do not hang.
 */
export async function live(generate: Generator, options: Options, closing: Closing): Promise<void> {
  const web = await playWebsites()
  closing.add(web.close)
  const env = { LIVE_LOOKUPS: 'on', LIVE_CONNECT_TO: `127.0.0.1:${web.port}` }
  const { child, port } = await startService(await closing.temporaryDirectory(), closing, env)
  const keys = (await makeCustomers(port, accounts)).map(({ key }) => key)
  const side = { name: 'the service', pid: child.pid, port, keys }
  const bodies = known.map((domain) => JSON.stringify({ domain }))
  const load = { type: 'open', path: '/enrich/domain', bodies, connections } as const
  const seconds = options.latencySeconds
  const task = { ...load, seconds, perSecond: callsPerSecond }
  print(`\nPOST /enrich/domain of the catalog, ${callsPerSecond} calls a second for ${seconds} s`)
  await measure(generate, side, { ...task, seconds: options.warmUpSeconds })
  const runs: Record<Others, Run[]> = { answered: [], hanging: [] }
  print(`  alone                       ${latencies(await measure(generate, side, task))}`)
  for (let round = 0; round < Math.max(roundsMin, options.rounds); round += 1) {
    for (const others of ['answered', 'hanging'] as const) {
      const callers = hold({ port, keys, others })
      runs[others].push(await measure(generate, side, task))
      await callers.stop()
    }
  }
  const answered = typical(runs.answered)
  const beside = typical(runs.hanging)
  print(`  beside ${callersBeside} that are answered ${latencies(answered)}`)
  print(`  beside ${callersBeside} that hang         ${latencies(beside)}`)
  for (const name of ['p50', 'p99'] as const) {
    const limit = answered[name] * slowdownMax + noiseMs
    const ratio = (beside[name] / answered[name]).toFixed(2)
    const met = verdict(beside[name] <= limit, `≤ ${milliseconds(limit)}`)
    print(`  ${name} hanging ÷ answered ${ratio}${met}`)
  }
  const took = await askAll({ port, keys })
  print(`  from websites of this machine: ${perSecond(liveAnswers / took)} (${liveAnswers} sites)`)
}

interface Asked {
  readonly port: number
  readonly keys: readonly string[]
}

type Others = 'answered' | 'hanging'

let asked = 0

/**
 * As many callers as live look-ups may be under way, each with one hanging site after another, or
 * with a known one as often. They begin one by one, as callers do who do not know of each other.
 */
function hold({ port, keys, others }: Asked & { readonly others: Others }) {
  const stopping = new AbortController()
  const work = async (key: string, at: number) => {
    const { signal } = stopping
    await pause((at / callersBeside) * waitMs)
    while (!signal.aborted) {
      asked += 1
      const domain = others === 'hanging' ? `hanging-${asked}-llc.com` : 'github.com'
      const waited = others === 'hanging' ? null : pause(waitMs, undefined, { signal })
      await ask({ port, key, domain }, signal).catch(() => {})
      await waited?.catch(() => {})
    }
  }
  const all = Array.from({ length: callersBeside }, (_, at) =>
    work(keys[at % keys.length] ?? '', at),
  )
  return {
    async stop() {
      stopping.abort()
      await Promise.all(all)
    },
  }
}

/** Seconds for so many sites that nobody has asked before. */
async function askAll({ port, keys }: Asked): Promise<number> {
  const began = performance.now()
  let next = 0
  const work = async (key: string) => {
    while (next < liveAnswers) {
      next += 1
      const status = await ask({ port, key, domain: `quarrel-${next}-works.com` })
      if (status !== 200) throw new Error(`a website of this machine gave ${status}`)
    }
  }
  const all = Array.from({ length: liveAtOnce }, (_, at) => work(keys[at % keys.length] ?? ''))
  await Promise.all(all)
  return (performance.now() - began) / 1_000
}

interface AskedDomain {
  readonly port: number
  readonly key: string
  readonly domain: string
}

async function ask({ port, key, domain }: AskedDomain, signal?: AbortSignal): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/enrich/domain`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ domain }),
    ...(signal ? { signal } : {}),
  })
  await response.arrayBuffer()
  return response.status
}

/** Sites whose names begin with "hanging" take a request and never answer. */
async function playWebsites() {
  const server = createServer((request, response) => {
    const host = request.headers.host ?? ''
    if (host.includes('hanging-')) return
    if (request.url !== '/') {
      response.writeHead(404).end()
      return
    }
    const name = host.split('.')[0]?.replaceAll('-', ' ')
    const links = '<a href="https://www.linkedin.com/company/quarrel">us</a>'.repeat(20)
    const page = `<title>${name} | Machines</title><body>${'<p>Words. '.repeat(2_000)}${links}`
    response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // as: it listens on TCP.
  return {
    port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
