import { randomUUID } from 'node:crypto'
import { beforeAll, describe } from 'vitest'
import { z } from 'zod'
import { askProvider } from '../stack/ask-provider.ts'
import { execute } from './database.ts'

/** The servers of the distributed mode, shared by all test files of a run. */
export interface TestServers {
  readonly environment: Environment
  readonly kafkaBrokers: string
  readonly schemaRegistryUrl: string
  readonly redisUrl: string
  /** For KAFKA_TOPIC_PREFIX: topics and subjects that nobody else uses. */
  freshPrefix(): string
  /** The address of an empty database, for DATABASE_URL. */
  freshDatabase(): Promise<string>
}

const environmentSchema = z.object({
  MODE: z.literal('distributed'),
  KAFKA_BROKERS: z.string(),
  SCHEMA_REGISTRY_URL: z.string(),
  REDIS_URL: z.string(),
  DATABASE_URL: z.string(),
})
type Environment = z.infer<typeof environmentSchema>

const answerSchema = z.object({
  missing: z.array(z.string()),
  environment: environmentSchema.optional(),
})

/** The first start on a machine fetches the broker and the registry. */
export const stackLimitMs = 300_000

/**
 * A `describe` whose tests get real servers. Where these cannot be had, its tests are skipped and
 * their title says what to install; where they must not be skipped, they fail with those words.
 */
export function describeOnServers(name: string, tests: (servers: () => TestServers) => void): void {
  describeIfPresent(name, missing, () => {
    let servers: TestServers | null = null
    beforeAll(async () => {
      servers = await openServers()
    }, stackLimitMs)
    tests(() => {
      if (servers === null) throw new Error('the servers are there from the first test on')
      return servers
    })
  })
}

/** The same for whoever starts servers of his own. */
export function describeIfPresent(
  name: string,
  missing: readonly string[],
  tests: () => void,
): void {
  const title = missing.length === 0 ? name : `${name} (${missing.join(' ')})`
  const required = process.env.CI === 'true' || process.env.REQUIRE_STACK === '1'
  describe.skipIf(missing.length > 0 && !required)(title, () => {
    beforeAll(() => {
      if (missing.length > 0) throw new Error(missing.join(' '))
    })
    tests()
  })
}

const { missing } = await ask('missing')

export async function openServers(): Promise<TestServers> {
  const { environment } = await ask('servers')
  if (environment === undefined) throw new Error('the provider gave no servers')
  const connection = { connectionString: environment.DATABASE_URL }
  return {
    environment,
    kafkaBrokers: environment.KAFKA_BROKERS,
    schemaRegistryUrl: environment.SCHEMA_REGISTRY_URL,
    redisUrl: environment.REDIS_URL,
    freshPrefix: () => `t${randomUUID().slice(0, 8)}.`,
    async freshDatabase() {
      const name = `test_${randomUUID().replaceAll('-', '')}`
      await execute(connection, `create database ${name}`)
      const url = new URL(environment.DATABASE_URL)
      url.pathname = `/${name}`
      return url.href
    },
  }
}

async function ask(what: 'missing' | 'servers'): Promise<z.infer<typeof answerSchema>> {
  return answerSchema.parse(await askProvider(what))
}
