import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ContainerRuntimeClient,
  GenericContainer,
  getContainerRuntimeClient,
  type StartedTestContainer,
  Wait,
} from 'testcontainers'
import { parse } from 'yaml'
import { z } from 'zod'
import { askBroker } from '../../infra/stack/broker.ts'
import { imageVariable, smallBroker } from '../../infra/stack/broker-settings.ts'
import { freePort } from '../../infra/stack/free-port.ts'
import { packageRoot } from '../../src/config/paths.ts'
import { until } from '../until.ts'

const startLimitMs = 180_000
const password = 'enrich'

/** Null where no container engine answers. */
export async function findEngine(): Promise<ContainerRuntimeClient | null> {
  return getContainerRuntimeClient().catch(() => null)
}

/** The servers of infra/compose.yaml, each on a port of this machine; the same images. */
export async function openContainers(engine: ContainerRuntimeClient) {
  const images = await composeImages()
  const { host } = engine.info.containerRuntime
  const started: StartedTestContainer[] = []
  const start = async (container: GenericContainer) => {
    const running = await container.withStartupTimeout(startLimitMs).start()
    started.push(running)
    return running
  }
  const close = async () => {
    await Promise.all(started.map((container) => container.stop()))
  }
  try {
    // The broker names its own address to its clients, so the port is the same on both sides.
    const kafkaPort = await freePort()
    const [kafka, registry, redis, postgres] = await Promise.all([
      start(
        new GenericContainer(images.kafka)
          .withExposedPorts({ container: kafkaPort, host: kafkaPort })
          .withEnvironment(brokerEnvironment(host, kafkaPort)),
      ),
      start(
        new GenericContainer(images.registry)
          .withExposedPorts(8080)
          .withWaitStrategy(Wait.forHttp('/apis/ccompat/v7/subjects', 8080)),
      ),
      start(new GenericContainer(images.redis).withExposedPorts(6379)),
      start(
        new GenericContainer(images.postgres)
          .withExposedPorts(5432)
          .withCommand(['postgres', '-c', 'max_connections=300'])
          .withEnvironment({
            POSTGRES_USER: 'enrich',
            POSTGRES_PASSWORD: password,
            POSTGRES_DB: 'enrich',
          })
          // It says so once while it sets itself up, and once when it serves.
          .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2)),
      ),
    ])
    const brokers = `${kafka.getHost()}:${kafkaPort}`
    await until('the broker answers', () => answers(brokers), startLimitMs)
    const at = (container: StartedTestContainer, port: number) =>
      `${container.getHost()}:${container.getMappedPort(port)}`
    const environment = {
      MODE: 'distributed',
      KAFKA_BROKERS: brokers,
      SCHEMA_REGISTRY_URL: `http://${at(registry, 8080)}/apis/ccompat/v7`,
      REDIS_URL: `redis://${at(redis, 6379)}`,
      DATABASE_URL: `postgresql://enrich:${password}@${at(postgres, 5432)}/enrich`,
    }
    return { environment, close }
  } catch (error) {
    await close()
    throw error
  }
}

const composeSchema = z.object({
  services: z.object({
    kafka: z.object({ image: z.string() }),
    registry: z.object({ image: z.string() }),
    redis: z.object({ image: z.string() }),
    postgres: z.object({ image: z.string() }),
  }),
})

async function composeImages() {
  const text = await readFile(join(packageRoot, 'infra', 'compose.yaml'), 'utf8')
  const { kafka, registry, redis, postgres } = composeSchema.parse(parse(text)).services
  return {
    kafka: kafka.image,
    registry: registry.image,
    redis: redis.image,
    postgres: postgres.image,
  }
}

function brokerEnvironment(host: string, port: number): Record<string, string> {
  const settings = {
    'node.id': 1,
    'process.roles': 'broker,controller',
    'controller.quorum.voters': '1@localhost:9093',
    'controller.listener.names': 'CONTROLLER',
    listeners: `PLAINTEXT://:${port},CONTROLLER://localhost:9093`,
    'advertised.listeners': `PLAINTEXT://${host}:${port}`,
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'PLAINTEXT',
    ...smallBroker,
  }
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [imageVariable(name), String(value)]),
  )
}

function answers(brokers: string): Promise<boolean> {
  return askBroker(brokers).then(
    () => true,
    () => false,
  )
}
