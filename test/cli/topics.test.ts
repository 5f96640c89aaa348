import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBroker } from '../../infra/stack/broker.ts'
import { missingHere } from '../../infra/stack/requirements.ts'
import { topicNames } from '../../src/messages/topics.ts'
import { runEnrich } from './enrich-program.ts'

const missing = await missingHere()
for (const sentence of missing) console.warn(sentence)

describe.skipIf(missing.length > 0)('topics create', () => {
  let broker: Awaited<ReturnType<typeof openBroker>>
  let cwd = ''
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'enrich-topics-'))
    broker = await openBroker()
  }, 240_000)
  afterAll(async () => {
    await broker?.close()
    await rm(cwd, { recursive: true, force: true })
  })

  const create = (...options: readonly string[]) => {
    const env = { KAFKA_BROKERS: broker.address, KAFKA_TOPIC_PREFIX: 'bank.' }
    return runEnrich(['topics', 'create', ...options], { cwd, env })
  }
  const outcomes = (out: string) =>
    JSON.parse(out).map((row: Record<string, string>) => row.outcome)

  test('more replicas than brokers are refused in one sentence, and nothing is made', async () => {
    const refused = await create('--replication', '3')
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toMatch(/^Kafka refuses: .*replication.*\n$/i)
  })

  test('all topics of the table are made, and made once', async () => {
    const first = await create('--json')
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(outcomes(first.out)).toEqual(topicNames.map(() => 'created'))
    const again = await create('--json')
    expect(outcomes(again.out)).toEqual(topicNames.map(() => 'as it should be'))
  })

  test('without brokers, or with a count that is none, nothing is tried', async () => {
    const unset = await runEnrich(['topics', 'create'], { cwd })
    expect(unset).toMatchObject({ code: 1, err: 'KAFKA_BROKERS is needed: host:port, ….\n' })
    expect(await create('--replication', 'many')).toMatchObject({ code: 2 })
  })
})
