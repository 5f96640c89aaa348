import { afterAll, beforeAll } from 'vitest'
import { openBroker } from '../../infra/stack/broker.ts'
import { openKafka } from '../../src/log/kafka-connection.ts'
import { openKafkaLog } from '../../src/log/kafka-log.ts'
import { kafkaNames } from '../../src/log/kafka-names.ts'
import { createTopics } from '../../src/log/kafka-topics.ts'

const silent = () => {}

/** A real broker for one test file; every store has topics of its own on it. */
export function useKafka() {
  let broker: Awaited<ReturnType<typeof openBroker>> | null = null
  let stores = 0
  let instances = 0

  beforeAll(async () => {
    broker = await openBroker()
  }, 240_000)
  afterAll(async () => {
    await broker?.close()
  })

  function running() {
    if (!broker) throw new Error('the broker is opened before the first test')
    return broker
  }

  return {
    broker: running,
    async openStore() {
      stores += 1
      const brokers = [running().address]
      const kafka = { brokers, ssl: false, caFile: null, sasl: null, topicPrefix: `s${stores}.` }
      const client = openKafka(kafka, 'test', silent)
      const names = kafkaNames(kafka.topicPrefix)
      await createTopics({ kafka: client, names, replication: 1 })
      return {
        settings: kafka,
        client,
        names,
        open(options: { readonly appendTimeoutMs?: number; readonly instance?: string } = {}) {
          instances += 1
          return openKafkaLog({ kafka, instance: `i${instances}`, report: silent, ...options })
        },
      }
    },
  }
}

export type KafkaStore = Awaited<ReturnType<ReturnType<typeof useKafka>['openStore']>>
