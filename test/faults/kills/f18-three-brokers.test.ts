import type { StackServer } from '../../../infra/stack/server.ts'
import { fault } from '../harness/fault.ts'
import type { Load } from '../harness/load/load.ts'
import { dueWithin, p99 } from '../harness/times.ts'
import { openDistributedWorld } from '../harness/world/distributed-world.ts'

/** How long one is away, and how long another is stopped. */
const phase = { awayMs: 20_000, stoppedMs: 30_000 }
const betweenMs = 1_000
/**
 * Less than a broker is away: the others carry its partitions on without it. A stopped one keeps its
 * connections, so that each client and each group finds out only when its own patience is over.
 */
const stallLimitMs = { killed: 15_000, stopped: 25_000 }

/**
 * Two of three brokers have every record that was acknowledged, and go on without the third. Each
 * is killed once and stopped once, so the one that leads the cluster is, too.
 */
fault({
  name: 'F18',
  title: 'of three brokers one is killed -9, and then another stopped',
  distributedOnlyLong: true,
  worlds: { distributed: () => openDistributedWorld({ brokers: 3 }) },
  async distributed({ world, load, stallSince, figure, demand }) {
    const { brokers } = world.stack
    const spans: Span[] = []
    for (const [index, broker] of brokers.entries()) {
      const other = brokers[(index + 1) % brokers.length] ?? broker
      spans.push(await during('killed', load, () => kill(broker, load, phase.awayMs)))
      spans.push(await during('stopped', load, () => hang(other, load, phase.stoppedMs)))
    }
    await world.ready()
    for (const harm of ['killed', 'stopped'] as const) {
      const some = spans.filter((span) => span.harm === harm)
      const stalls: number[] = []
      for (const { from, to } of some) stalls.push(await stallSince(from, to))
      figure(`${harm}, p99 ms`, some.map((span) => span.p99).join(' '))
      figure(`${harm}, longest pause ms`, stalls.join(' '))
      const stall = Math.max(...stalls)
      demand(
        'I10',
        stall <= stallLimitMs[harm],
        `a partition waited ${stall} ms for one ${harm} broker`,
      )
    }
  },
})

/** Someone's harm from beginning to end, by the clock that the log has. */
interface Span {
  readonly harm: 'killed' | 'stopped'
  readonly from: number
  readonly to: number
  readonly p99: number
}

async function during(harm: Span['harm'], load: Load, act: () => Promise<void>): Promise<Span> {
  const from = Date.now()
  const began = performance.now()
  await act()
  const calls = dueWithin(load.calls, began, performance.now())
  return { harm, from, to: Date.now(), p99: Math.round(p99(calls)) }
}

async function kill(broker: StackServer, load: Load, awayMs: number): Promise<void> {
  await broker.kill9()
  await load.during(awayMs)
  await broker.restart()
  await load.during(betweenMs)
}

async function hang(broker: StackServer, load: Load, stoppedMs: number): Promise<void> {
  broker.pause()
  await load.during(stoppedMs)
  broker.resume()
  await load.during(betweenMs)
}
