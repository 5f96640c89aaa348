import type { ScenarioMode } from '../scenarios/distributed-place.ts'
import type { RunningService } from '../scenarios/service.ts'
import type { Databases } from './databases.ts'
import type { Servers, Source } from './source.ts'
import { findSource } from './source.ts'

type Asked = Readonly<Record<string, string>>

/** The things that one run of the tests shares, by the word that asks for each. */
export function openShared() {
  const source = lazily<Source>(findSource)
  const servers = lazily<Servers>(async () => (await source.get()).open())
  const databases = lazily<Databases>(async () => (await import('./databases.ts')).openDatabases())
  const services = { embedded: aService('embedded'), distributed: aService('distributed') }

  return {
    async answer(what: string, { worker = '', database = '', mode }: Asked): Promise<unknown> {
      switch (what) {
        case 'missing':
          return { missing: (await source.get()).missing }
        case 'servers':
          return { missing: [], environment: (await servers.get()).environment }
        case 'database':
          return (await databases.get()).fresh(worker)
        case 'drop-database':
          return (await databases.get()).drop(worker, database)
        case 'service': {
          const service = services[mode === 'distributed' ? mode : 'embedded']
          const { url, dataDir, places, database: connection } = await service.get()
          return { url, dataDir, places, database: connection }
        }
        default:
          throw new Error(`Nobody provides ${what}.`)
      }
    },
    /** The services before the servers that they need. */
    async close() {
      await Promise.all([services.embedded.close(), services.distributed.close()])
      await Promise.all([databases.close(), servers.close()])
    },
  }
}

/** Loaded when it is asked for: the clients of Kafka take a second that other runs need not pay. */
function aService(mode: ScenarioMode) {
  return lazily<RunningService>(async () => {
    const { startService } = await import('../scenarios/service.ts')
    return startService({}, mode)
  })
}

function lazily<T extends object>(open: () => Promise<T>) {
  let opened: Promise<T> | null = null
  return {
    get(): Promise<T> {
      opened ??= open()
      return opened
    },
    async close(): Promise<void> {
      const value = await opened?.catch(() => null)
      if (value && 'close' in value && typeof value.close === 'function') await value.close()
    },
  }
}
