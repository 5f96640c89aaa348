import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { askBroker, type BrokerOptions, newClusterId, openBroker } from './broker.ts'
import { freePort } from './free-port.ts'
import type { StackServer } from './server.ts'
import { StackError } from './stack-error.ts'

const seats = 3
const meetLimitMs = 60_000
const askAgainMs = 100

/** A server is given out by itself, so that each can be killed; `of` gives each its options. */
export async function openBrokers(
  of: (node: number) => BrokerOptions,
): Promise<readonly [StackServer, ...StackServer[]]> {
  const nodes = Array.from({ length: seats }, (_, index) => index + 1)
  const clusterId = (await keptClusterId(of(1).dir)) ?? newClusterId()
  const controllers: number[] = []
  for (const _ of nodes) controllers.push(await freePort())
  // None answers before a second one is there to agree with.
  const starts = nodes.map((node) => {
    return openBroker({ ...of(node), seat: { node, clusterId, controllers } })
  })
  const outcomes = await Promise.allSettled(starts)
  const opened = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  try {
    const failed = outcomes.find((one) => one.status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
    for (const { address } of opened) await untilAllMet(address, of(1).signal)
    const [first, ...others] = opened
    if (!first) throw new StackError('No broker was started.')
    return [first, ...others]
  } catch (error) {
    await Promise.all(opened.map((server) => server.close()))
    throw error
  }
}

/** A topic of three replicas is refused while a broker has not joined yet. */
async function untilAllMet(address: string, signal: AbortSignal | undefined): Promise<void> {
  const deadline = performance.now() + meetLimitMs
  for (;;) {
    try {
      return await askBroker(address, seats)
    } catch (error) {
      signal?.throwIfAborted()
      if (performance.now() > deadline) {
        throw new StackError(`The three brokers have not met: ${String(error)}`, error)
      }
    }
    await sleep(askAgainMs)
  }
}

/** A directory that was formatted before belongs to its cluster. */
async function keptClusterId(dir: string | undefined): Promise<string | null> {
  if (dir === undefined) return null
  const file = path.join(dir, 'log', 'meta.properties')
  const text = await readFile(file, 'utf8').catch(() => '')
  return /^cluster\.id=(.+)$/m.exec(text)?.[1] ?? null
}
