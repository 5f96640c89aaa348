import { access } from 'node:fs/promises'
import path from 'node:path'
import { openBroker } from './broker.ts'
import { openBrokers } from './brokers.ts'
import { openOwnDirectory } from './own-directory.ts'
import { openStackPostgres, type PostgresServer } from './postgres.ts'
import { openRedis } from './redis.ts'
import { openRegistry } from './registry.ts'
import type { StackServer } from './server.ts'
import { StackError } from './stack-error.ts'

/** Everything that the distributed mode runs on. */
export interface Stack {
  readonly dir: string
  readonly postgres: PostgresServer
  /** One, or three. */
  readonly brokers: readonly StackServer[]
  readonly redis: StackServer
  readonly registry: StackServer
  /** The environment that a process of the service needs. */
  readonly environment: Readonly<Record<string, string>>
  /** In the opposite order of the start. Without a directory of its own, all data is gone. */
  close(): Promise<void>
}

export type BrokerCount = 1 | 3

export interface StackOptions {
  /** Kept afterwards, and used again by the next stack on it. */
  readonly dir?: string | undefined
  readonly signal?: AbortSignal
  /** One if not told. */
  readonly brokers?: BrokerCount
  /** Options of each broker's virtual machine. */
  readonly jvmOptions?: readonly string[]
  /** Called for each server as soon as it answers. */
  readonly started?: (server: StackServer) => void
}

/** The schemas go into Postgres: their ids stand in the log for ever, the registry may restart. */
export async function openStack(options: StackOptions = {}): Promise<Stack> {
  const directory = await openOwnDirectory('stack', options.dir)
  await refuseOtherCount(directory.path, options.brokers ?? 1)
  const signal = options.signal === undefined ? {} : { signal: options.signal }
  const { jvmOptions = [], brokers: brokerCount = 1 } = options
  const opened: (readonly StackServer[])[] = []
  const close = async () => {
    for (const servers of opened.reverse()) {
      await Promise.all(servers.map((server) => server.close()))
    }
    await directory.remove()
  }
  async function start<T extends StackServer>(
    name: string,
    open: (at: { readonly dir: string }) => Promise<T>,
  ): Promise<T> {
    const server = await open({ dir: path.join(directory.path, name), ...signal })
    opened.push([server])
    options.started?.(server)
    return server
  }
  async function openLog(): Promise<readonly StackServer[]> {
    if (brokerCount === 1) return [await start('kafka', (at) => openBroker({ ...at, jvmOptions }))]
    const servers = await openBrokers((node) => {
      return { dir: path.join(directory.path, `kafka-${node}`), ...signal, jvmOptions }
    })
    // They end together: the last one alone would have nobody to agree with, and wait in vain.
    opened.push(servers)
    for (const server of servers) options.started?.(server)
    return servers
  }
  async function openDatabases() {
    const postgres = await start('postgres', openStackPostgres)
    const { user, password } = postgres
    const storage = { jdbcUrl: `jdbc:postgresql://${postgres.address}/registry`, user, password }
    const registry = await start('registry', (at) => openRegistry({ ...at, storage }))
    return { postgres, registry }
  }
  try {
    const [brokers, redis, { postgres, registry }] = await allOrNone([
      openLog(),
      start('redis', openRedis),
      openDatabases(),
    ])
    const environment = {
      MODE: 'distributed',
      KAFKA_BROKERS: brokers.map(({ address }) => address).join(','),
      SCHEMA_REGISTRY_URL: registry.url,
      REDIS_URL: redis.url,
      DATABASE_URL: postgres.url,
    }
    return { dir: directory.path, postgres, brokers, redis, registry, environment, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** An empty log beside the views of a full one would be taken for one that lost everything. */
async function refuseOtherCount(dir: string, count: BrokerCount): Promise<void> {
  const other = count === 1 ? 3 : 1
  const kept = path.join(dir, other === 1 ? 'kafka' : 'kafka-1')
  const isThere = await access(kept).then(
    () => true,
    () => false,
  )
  if (!isThere) return
  throw new StackError(`${dir} keeps the log of --brokers ${other}: give that, or another --keep.`)
}

/** Like Promise.all, but nothing is on its way any more when it rejects. */
async function allOrNone<T extends readonly unknown[]>(
  parts: readonly [...{ [Index in keyof T]: Promise<T[Index]> }],
): Promise<T> {
  await Promise.allSettled(parts)
  return (await Promise.all(parts)) as unknown as T // as: the same tuple, element by element.
}
