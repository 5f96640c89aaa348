import { until } from '../../until.ts'
import type { DistributedWorld } from '../harness/world/distributed-world.ts'
import type { EmbeddedWorld } from '../harness/world/embedded-world.ts'
import { withClient } from '../harness/world/embedded-world.ts'

/** A process of the service, or a server that it needs. */
export interface Member {
  readonly name: string
  /** The line in the plot; processes of one role share it. */
  readonly role: string
  /** Null for Postgres, whose many processes are found by asking it. */
  readonly pid: (() => number) | null
  /** SIGKILL, and until it serves again. */
  killAndStart(): Promise<void>
}

export type SoakWorld = EmbeddedWorld | DistributedWorld

const readyLimitMs = 60_000
const askLimitMs = 2_000
const bornAtQuery = 'select pg_postmaster_start_time()::text as at'

export function membersOf(world: SoakWorld): readonly Member[] {
  return world.mode === 'embedded' ? ofOneProcess(world) : ofManyProcesses(world)
}

function ofOneProcess({ service, connection }: EmbeddedWorld): readonly Member[] {
  const isReady = async () => {
    const signal = AbortSignal.timeout(askLimitMs)
    const answer = await fetch(`${service.url}/readyz`, { signal }).catch(() => null)
    return answer?.status === 200
  }
  const bornAt = async () => {
    const asking = withClient(connection, (client) => client.query(bornAtQuery))
    return String((await asking).rows[0]?.at)
  }
  return [
    {
      ...{ name: 'service', role: 'service', pid: service.pid },
      async killAndStart() {
        await service.kill9()
        await service.restart()
      },
    },
    {
      ...{ name: 'postgres', role: 'postgres', pid: null },
      // Its service starts it again.
      async killAndStart() {
        const before = await bornAt()
        service.kill9Postgres()
        const isAnother = async () => (await bornAt().catch(() => before)) !== before
        await until('another Postgres answers', isAnother, readyLimitMs)
        await until('the service answers again', isReady, readyLimitMs)
      },
    },
  ]
}

function ofManyProcesses({ processes, stack }: DistributedWorld): readonly Member[] {
  const { brokers, postgres, redis, registry } = stack
  return [
    ...processes.map((each) => ({
      ...{ name: each.name, role: each.role, pid: each.pid },
      async killAndStart() {
        await each.kill9()
        await each.ready()
      },
    })),
    ...[...brokers, postgres, redis, registry].map((server) => ({
      ...{ name: server.name, role: server.name },
      pid: server === postgres ? null : () => server.pid,
      async killAndStart() {
        await server.kill9()
        await server.restart()
      },
    })),
  ]
}
