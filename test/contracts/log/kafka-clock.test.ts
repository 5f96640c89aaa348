import { afterEach, expect, test, vi } from 'vitest'
import { partitionOf } from '../../../src/messages/topics.ts'
import { describeOnServers } from '../servers.ts'
import { record, useKafkaStores } from './kafka-store.ts'

const minute = 60_000

describeOnServers('the log on Kafka, when a clock is wrong', (servers) => {
  const openStore = useKafkaStores(() => servers().kafkaBrokers.split(','))

  afterEach(() => {
    vi.useRealTimers()
  })

  test.each([70, -70, 40 * 24 * 60])('a process whose clock is %i min off appends', async (off) => {
    const log = await (await openStore()).open()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off * minute })
    const [appended] = await log.append([record('commands', 'k', '1')])
    expect(appended).toMatchObject({ partition: partitionOf('commands', 'k'), offset: 0 })
  })
})
