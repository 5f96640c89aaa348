import { openBroker } from '../../../../infra/stack/broker.ts'
import { freePort } from '../../../../infra/stack/free-port.ts'
import type { PostgresServer } from '../../../../infra/stack/postgres.ts'
import { openStackPostgres } from '../../../../infra/stack/postgres.ts'
import { openRedis } from '../../../../infra/stack/redis.ts'
import { openRegistry } from '../../../../infra/stack/registry.ts'
import type { StackServer } from '../../../../infra/stack/server.ts'
import { jvmOptions } from '../../../stack/brief-broker.ts'
import { runEnrich } from './enrich-command.ts'
import type { KafkaProxy } from './kafka-proxy.ts'
import { openKafkaProxy } from './kafka-proxy.ts'

/** The servers, with the proxy before the broker that all processes of the service go through. */
export interface Stack {
  readonly broker: StackServer
  readonly postgres: PostgresServer
  readonly redis: StackServer
  readonly registry: StackServer
  readonly proxy: KafkaProxy
  /** How the service's processes reach them. */
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

export interface Places {
  readonly brokerDir?: string
  readonly postgresDir?: string
}

export async function openStack(places: Places = {}): Promise<Stack> {
  const ports = { direct: await freePort(), proxied: await freePort(), proxy: await freePort() }
  const broker = openBroker({
    ...(places.brokerDir === undefined ? {} : { dir: places.brokerDir }),
    jvmOptions,
    port: ports.direct,
    moreListeners: [{ name: 'PROXIED', protocol: 'PLAINTEXT', port: ports.proxied }],
    // A client that comes in by the second door is sent to the proxy, as it goes where it is told.
    settings: {
      'advertised.listeners': `PLAINTEXT://127.0.0.1:${ports.direct},PROXIED://127.0.0.1:${ports.proxy}`,
    },
  })
  const postgres = await openStackPostgres(
    places.postgresDir === undefined ? {} : { dir: places.postgresDir },
  )
  const { address, user, password } = postgres
  const storage = { jdbcUrl: `jdbc:postgresql://${address}/registry`, user, password }
  const [registry, redis] = await Promise.all([openRegistry({ storage }), openRedis()])
  const env = {
    MODE: 'distributed',
    KAFKA_BROKERS: `127.0.0.1:${ports.proxy}`,
    SCHEMA_REGISTRY_URL: registry.url,
    REDIS_URL: redis.url,
    DATABASE_URL: postgres.url,
  }
  const opened = await broker
  const proxy = await openKafkaProxy(ports.proxy, ports.proxied)
  await runEnrich(['topics', 'create'], env)
  await runEnrich(['schemas', 'register'], env)
  return {
    ...{ broker: opened, postgres, redis, registry, proxy, env },
    async close() {
      await proxy.close()
      await Promise.all([opened, registry, redis].map((server) => server.close()))
      await postgres.close()
    },
  }
}
