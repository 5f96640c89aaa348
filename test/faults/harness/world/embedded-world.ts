import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { partitionOf } from '../../../../src/messages/topics.ts'
import type { RunningService } from '../../../scenarios/service.ts'
import { startService } from '../../../scenarios/service.ts'
import { topicNames } from '../../reader/log.ts'
import { readPostgresLog } from '../../reader/postgres-log.ts'
import { openBends } from './bends.ts'
import type { Appended, World } from './world.ts'

export interface EmbeddedWorld extends World {
  readonly mode: 'embedded'
  readonly service: RunningService
}

const outputShown = 3_000
const onlyProcess = 'service'

/** One process with every role, and its own Postgres below the data directory. */
export async function openEmbeddedWorld(
  env: Readonly<Record<string, string>> = {},
): Promise<EmbeddedWorld> {
  const bends = openBends()
  const service = await startService({
    RATE_LIMIT_PER_SECOND: '1000000',
    ...bends.environment(onlyProcess),
    ...env,
  })
  const connection: pg.ClientConfig = {
    host: join(service.dataDir, 'postgres'),
    port: 5432,
    user: 'enrich',
    database: 'enrich',
  }
  return {
    mode: 'embedded',
    service,
    connection,
    urls: () => [service.url],
    readLog: () => withClient(connection, readPostgresLog),
    ends: () => withClient(connection, endsOf),
    append: (topic, records) => withClient(connection, (client) => append(client, topic, records)),
    committed: () => withClient(connection, committedIn),
    bend: (_role, bent) => bends.bend(onlyProcess, bent),
    async killEverything() {
      await service.kill9All()
      await service.restart()
    },
    memory: () => [residentMb(service.pid())],
    output: () => service.output().slice(-outputShown),
    async close() {
      await service.close()
      bends.close()
    },
  }
}

export async function withClient<T>(
  connection: pg.ClientConfig,
  act: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * As another process appends, but for the lock: a race for each offset would disturb the service
 * more than what is appended. The service finds its next offset taken, once, and looks again.
 */
async function append(
  client: pg.Client,
  topic: string,
  records: readonly Appended[],
): Promise<void> {
  await client.query(`begin; lock table log."${topic}" in share row exclusive mode`)
  for (const { key, value } of records) {
    const partition = topic === 'dead-letters' ? 0 : partitionOf('ledger', key)
    const text = Buffer.isBuffer(value) ? value.toString() : JSON.stringify(value)
    await client.query(
      `insert into log."${topic}" (partition, off, key, value)
        select $1, coalesce(max(off) + 1, 0), $2, $3 from log."${topic}" where partition = $1`,
      [partition, key, text],
    )
  }
  await client.query('commit')
}

async function endsOf(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const ends = new Map<string, number>()
  for (const topic of topicNames) {
    const { rows } = await client.query<{ partition: number; next: string }>(
      `select partition, max(off) + 1 as next from log."${topic}" group by partition`,
    )
    for (const { partition, next } of rows) ends.set(`${topic}/${partition}`, Number(next))
  }
  return ends
}

async function committedIn(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ place: string; off: string }>(
    `select group_name || '/' || topic || '/' || partition as place, off from log.group_offsets`,
  )
  return new Map(rows.map(({ place, off }) => [place, Number(off)]))
}

/** From /proc where there is one; elsewhere memory is not looked at. */
export function residentMb(pid: number): number {
  try {
    const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kb ?? 0) / 1_024
  } catch {
    return 0
  }
}
