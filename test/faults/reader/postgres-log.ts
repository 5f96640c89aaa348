import type pg from 'pg'
import type { LoggedRecord, ReadLog, TopicName } from './log.ts'
import { messageIn } from './log.ts'

/** The embedded log: one table a topic. */
export async function readPostgresLog(client: pg.Client): Promise<ReadLog> {
  return {
    commands: await readTopic(client, 'commands'),
    enrichments: await readTopic(client, 'enrichments'),
    orders: await readTopic(client, 'orders'),
    ledger: await readTopic(client, 'ledger'),
    'dead-letters': await readTopic(client, 'dead-letters'),
  }
}

async function readTopic(client: pg.Client, topic: TopicName): Promise<readonly LoggedRecord[]> {
  const { rows } = await client.query<{
    partition: number
    off: string
    key: string
    value: string
  }>(`select partition, off, key, value from log."${topic}" order by partition, off`)
  return rows.map(({ partition, off, key, value }) => {
    const message = messageIn(value)
    const fault = message === null ? 'no JSON object' : null
    const bytes = Buffer.from(value)
    return { topic, partition, offset: Number(off), key, bytes, message, fault }
  })
}
