import type { BrokerOptions } from '../../../../infra/stack/broker.ts'
import { openBroker } from '../../../../infra/stack/broker.ts'
import { openBrokers } from '../../../../infra/stack/brokers.ts'
import { freePort } from '../../../../infra/stack/free-port.ts'
import type { PostgresServer } from '../../../../infra/stack/postgres.ts'
import { openStackPostgres } from '../../../../infra/stack/postgres.ts'
import { openRedis } from '../../../../infra/stack/redis.ts'
import { openRegistry } from '../../../../infra/stack/registry.ts'
import type { StackServer } from '../../../../infra/stack/server.ts'
import type { BrokerCount } from '../../../../infra/stack/stack.ts'
import { jvmOptions } from '../../../stack/brief-broker.ts'
import { runEnrich } from './enrich-command.ts'
import type { KafkaProxy } from './kafka-proxy.ts'
import { openKafkaProxy } from './kafka-proxy.ts'

/** The servers, with a proxy before each broker that all processes of the service go through. */
export interface Stack {
  /** The first, or the only one. */
  readonly broker: StackServer
  readonly brokers: readonly StackServer[]
  readonly postgres: PostgresServer
  readonly redis: StackServer
  readonly registry: StackServer
  /** Before the first broker. */
  readonly proxy: KafkaProxy
  /** How the service's processes reach them. */
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

export interface Places {
  /** One if not told. */
  readonly brokers?: BrokerCount
  /** That of the only broker. */
  readonly brokerDir?: string
  readonly postgresDir?: string
}

export async function openStack(places: Places = {}): Promise<Stack> {
  const doors = await doorsOf(places)
  const [firstDoors, ...otherDoors] = doors
  const opening = openAll(doors, places)
  const postgres = await openStackPostgres(
    places.postgresDir === undefined ? {} : { dir: places.postgresDir },
  )
  const { address, user, password } = postgres
  const storage = { jdbcUrl: `jdbc:postgresql://${address}/registry`, user, password }
  const [registry, redis] = await Promise.all([openRegistry({ storage }), openRedis()])
  const env = {
    MODE: 'distributed',
    KAFKA_BROKERS: doors.map(({ proxy }) => `127.0.0.1:${proxy}`).join(','),
    SCHEMA_REGISTRY_URL: registry.url,
    REDIS_URL: redis.url,
    DATABASE_URL: postgres.url,
  }
  const [broker, ...otherBrokers] = await opening
  const brokers = [broker, ...otherBrokers]
  const proxy = await openKafkaProxy(firstDoors.proxy, firstDoors.proxied)
  const otherProxies = otherDoors.map((each) => openKafkaProxy(each.proxy, each.proxied))
  const proxies = [proxy, ...(await Promise.all(otherProxies))]
  await runEnrich(['topics', 'create'], env)
  await runEnrich(['schemas', 'register'], env)
  return {
    ...{ broker, brokers, postgres, redis, registry, proxy, env },
    async close() {
      await Promise.all(proxies.map((each) => each.close()))
      await Promise.all([...brokers, registry, redis].map((server) => server.close()))
      await postgres.close()
    },
  }
}

/** The ports of a broker: for this process, for the proxy, and that of the proxy itself. */
interface Doors {
  readonly direct: number
  readonly proxied: number
  readonly proxy: number
}

async function doorsOf({ brokers = 1 }: Places): Promise<readonly [Doors, ...Doors[]]> {
  const next = async () => ({
    direct: await freePort(),
    proxied: await freePort(),
    proxy: await freePort(),
  })
  return brokers === 1 ? [await next()] : [await next(), await next(), await next()]
}

async function openAll(
  [first, ...others]: readonly [Doors, ...Doors[]],
  { brokerDir }: Places,
): Promise<readonly [StackServer, ...StackServer[]]> {
  const optionsOf = ({ direct, proxied, proxy }: Doors): BrokerOptions => {
    return {
      ...(brokerDir === undefined ? {} : { dir: brokerDir }),
      jvmOptions,
      port: direct,
      moreListeners: [{ name: 'PROXIED', protocol: 'PLAINTEXT', port: proxied }],
      // A client that comes in by the second door is sent to the proxy: it goes where it is told.
      settings: {
        'advertised.listeners': `PLAINTEXT://127.0.0.1:${direct},PROXIED://127.0.0.1:${proxy}`,
      },
    }
  }
  if (others.length === 0) return [await openBroker(optionsOf(first))]
  return openBrokers((node) => optionsOf(others[node - 2] ?? first))
}
