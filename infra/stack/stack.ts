import path from 'node:path'
import { openBroker } from './broker.ts'
import { openOwnDirectory } from './own-directory.ts'
import { openStackPostgres, type PostgresServer } from './postgres.ts'
import { openRedis } from './redis.ts'
import { openRegistry } from './registry.ts'
import type { StackServer } from './server.ts'

/** Everything that the distributed mode runs on. */
export interface Stack {
  readonly dir: string
  readonly postgres: PostgresServer
  readonly kafka: StackServer
  readonly redis: StackServer
  readonly registry: StackServer
  /** The environment that a process of the service needs. */
  readonly environment: Readonly<Record<string, string>>
  /** In the opposite order of the start. Without a directory of its own, all data is gone. */
  close(): Promise<void>
}

export interface StackOptions {
  /** Kept afterwards, and used again by the next stack on it. */
  readonly dir?: string | undefined
  readonly signal?: AbortSignal
  /** Options of the broker's virtual machine. */
  readonly jvmOptions?: readonly string[]
  /** Called for each server as soon as it answers. */
  readonly started?: (server: StackServer) => void
}

/** The schemas go into Postgres: their ids stand in the log for ever, the registry may restart. */
export async function openStack(options: StackOptions = {}): Promise<Stack> {
  const directory = await openOwnDirectory('stack', options.dir)
  const signal = options.signal === undefined ? {} : { signal: options.signal }
  const { jvmOptions = [] } = options
  const opened: StackServer[] = []
  const close = async () => {
    for (const server of opened.reverse()) await server.close()
    await directory.remove()
  }
  async function start<T extends StackServer>(
    name: string,
    open: (at: { readonly dir: string }) => Promise<T>,
  ): Promise<T> {
    const server = await open({ dir: path.join(directory.path, name), ...signal })
    opened.push(server)
    options.started?.(server)
    return server
  }
  async function openDatabases() {
    const postgres = await start('postgres', openStackPostgres)
    const { user, password } = postgres
    const storage = { jdbcUrl: `jdbc:postgresql://${postgres.address}/registry`, user, password }
    const registry = await start('registry', (at) => openRegistry({ ...at, storage }))
    return { postgres, registry }
  }
  try {
    const [kafka, redis, { postgres, registry }] = await allOrNone([
      start('kafka', (at) => openBroker({ ...at, jvmOptions })),
      start('redis', openRedis),
      openDatabases(),
    ])
    const environment = {
      MODE: 'distributed',
      KAFKA_BROKERS: kafka.address,
      SCHEMA_REGISTRY_URL: registry.url,
      REDIS_URL: redis.url,
      DATABASE_URL: postgres.url,
    }
    return { dir: directory.path, postgres, kafka, redis, registry, environment, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Like Promise.all, but nothing is on its way any more when it rejects. */
async function allOrNone<T extends readonly unknown[]>(
  parts: readonly [...{ [Index in keyof T]: Promise<T[Index]> }],
): Promise<T> {
  await Promise.allSettled(parts)
  return (await Promise.all(parts)) as unknown as T // as: the same tuple, element by element.
}
