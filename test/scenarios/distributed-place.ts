import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deploy } from '../../infra/stack/deploy.ts'
import { readKafkaSettings } from '../../src/config/config.ts'
import { openKafka } from '../../src/log/kafka/connection.ts'
import { kafkaNames } from '../../src/log/kafka/names.ts'
import { topicNames } from '../../src/messages/topics.ts'
import { execute } from '../contracts/database.ts'
import type { Place } from './service.ts'

/** The same scenarios run in both modes; vitest.config.ts says in which one this is. */
export const isDistributed = process.env.SCENARIO_MODE === 'distributed'
export type ScenarioMode = 'embedded' | 'distributed'
export const scenarioMode: ScenarioMode = isDistributed ? 'distributed' : 'embedded'

const workers = 'enrich,bill,project,jobs'

/** Topics, schemas and a database of one's own on the shared servers; removed at the end. */
export async function openDistributedPlace(): Promise<Place> {
  // Not before it is needed: it asks vitest, without which the soak starts the embedded mode.
  const { openServers } = await import('../contracts/servers.ts')
  const servers = await openServers()
  const prefix = servers.freshPrefix()
  const databaseUrl = await servers.freshDatabase()
  const mode = {
    ...servers.environment,
    DATABASE_URL: databaseUrl,
    KAFKA_TOPIC_PREFIX: prefix,
    DATA_DIR: await mkdtemp(join(tmpdir(), 'scenario-')),
  }
  await deploy(mode)
  return {
    dataDir: mode.DATA_DIR,
    database: { connectionString: databaseUrl },
    modes: [
      { ...mode, ROLES: 'api', INSTANCE_NAME: `${prefix}api` },
      { ...mode, ROLES: workers, INSTANCE_NAME: `${prefix}workers` },
    ],
    async close() {
      await deleteTopics(mode)
      const database = new URL(databaseUrl).pathname.slice(1)
      const connection = { connectionString: servers.environment.DATABASE_URL }
      await execute(connection, `drop database ${database} with (force)`)
      await rm(mode.DATA_DIR, { recursive: true, force: true })
    },
  }
}

/** A broker with the topics of all scenarios would be slow. */
async function deleteTopics(mode: Readonly<Record<string, string>>): Promise<void> {
  const settings = readKafkaSettings(mode)
  const admin = openKafka(settings, 'scenario', () => {}).admin()
  const names = kafkaNames(settings.topicPrefix)
  await admin.connect()
  await admin.deleteTopics({ topics: topicNames.map((topic) => names.topic(topic)) })
  await admin.disconnect()
}
