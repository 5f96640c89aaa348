import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { topicNames } from '../../src/messages/topics.ts'
import { describeOnServers } from '../contracts/servers.ts'
import { runEnrich } from './enrich-program.ts'

describeOnServers('topics create', (servers) => {
  let cwd = ''
  let prefix = ''
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'enrich-topics-'))
    prefix = servers().freshPrefix()
  })
  afterAll(() => rm(cwd, { recursive: true, force: true }))

  const create = (...options: readonly string[]) => {
    const env = { KAFKA_BROKERS: servers().kafkaBrokers, KAFKA_TOPIC_PREFIX: prefix }
    return runEnrich(['topics', 'create', ...options], { cwd, env })
  }
  const outcomes = (out: string) =>
    JSON.parse(out).map((row: Record<string, string>) => row.outcome)

  test('more replicas than brokers are refused in one sentence, and nothing is made', async () => {
    const refused = await create('--replication', '9')
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
