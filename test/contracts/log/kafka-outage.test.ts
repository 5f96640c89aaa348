import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBroker } from '../../../infra/stack/broker.ts'
import { missingHere } from '../../../infra/stack/requirements.ts'
import type { EventLog, LogRecord } from '../../../src/log/event-log.ts'
import type { Topic } from '../../../src/messages/topics.ts'
import { topics } from '../../../src/messages/topics.ts'
import { jvmOptions } from '../../stack/brief-broker.ts'
import { until } from '../../until.ts'
import { describeIfPresent, stackLimitMs } from '../servers.ts'
import { placeOf, record, useKafkaStores } from './kafka-store.ts'

/** With a broker of its own, because it dies. */
describeIfPresent('the log on a broker that dies', await missingHere(), () => {
  let running: Awaited<ReturnType<typeof openBroker>>
  beforeAll(async () => {
    running = await openBroker({ jvmOptions })
  }, stackLimitMs)
  afterAll(() => running?.close())
  const openStore = useKafkaStores(() => [running.address])

  test('the broker dies: nothing acknowledged is lost, and appends and readers go on', async () => {
    const store = await openStore()
    const log = await store.open()
    const member = await store.join('outage', ['orders'])
    const acknowledged: LogRecord[] = []
    let appending = true
    const appendAll = async (key: string) => {
      for (let n = 0; appending; n += 1) {
        // One that is refused may be there or not: only what is acknowledged counts.
        const appended = await log.append([record('orders', key, `${key}-${n}`)]).catch(() => [])
        acknowledged.push(...appended)
      }
    }
    const load = Promise.all(Array.from({ length: 16 }, (_, n) => appendAll(`k${n}`)))
    await until(() => acknowledged.length > 100, 60_000)
    await running.kill9()
    const count = acknowledged.length
    await running.restart()
    await until(() => acknowledged.length > count + 100, 90_000)
    appending = false
    await load
    const stored = new Map((await all(log, 'orders')).map((one) => [placeOf(one), textOf(one)]))
    for (const one of acknowledged) expect(stored.get(placeOf(one))).toBe(textOf(one))
    await until(() => new Set(member.taken.map(placeOf)).size === stored.size, 60_000)
  }, 300_000)

  test('without a broker an append is given up in time, the next ones at once, and all is well later', async () => {
    const store = await openStore()
    const log = await store.open({ appendTimeoutMs: 1_000 })
    const order = [record('orders', 'k', '1')]
    await log.append(order)
    await running.stop()
    await expect(log.append(order)).rejects.toMatchObject({
      code: 'log_unavailable',
      retryable: true,
    })
    const asked = performance.now()
    for (let n = 0; n < 200; n += 1) {
      await expect(log.append(order)).rejects.toMatchObject({ code: 'log_unavailable' })
    }
    expect(performance.now() - asked, '200 times 1 s, were each waited for').toBeLessThan(20_000)
    await running.restart()
    await untilAppended(log, order)
  }, 300_000)
})

async function all(log: EventLog, topic: Topic): Promise<readonly LogRecord[]> {
  const records: LogRecord[] = []
  for (let partition = 0; partition < topics[topic].partitions; partition += 1) {
    records.push(...(await log.read(topic, partition, 0, 100_000)))
  }
  return records
}

async function untilAppended(log: EventLog, records: Parameters<EventLog['append']>[0]) {
  return until('the broker takes them', () => log.append(records).catch(() => null), 60_000)
}

function textOf({ value }: LogRecord): string {
  return value.toString()
}
