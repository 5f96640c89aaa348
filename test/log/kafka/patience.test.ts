import { Kafka, logLevel } from 'kafkajs'
import { expect, test } from 'vitest'
import { lookOnlyWhenHeldBack } from '../../../src/log/kafka/patience.ts'
import { load, loadUnpatched } from './unpatched.ts'

const path = load.resolve('kafkajs/src/network/requestQueue')

/** The client's own queue, as a connection has it; what is sent through it is noted. */
function openQueue(requestQueue = load(path)) {
  const logger = new Kafka({ brokers: ['127.0.0.1:1'], logLevel: logLevel.NOTHING }).logger()
  const queue = new requestQueue({
    requestTimeout: 1_000,
    enforceRequestTimeout: false,
    clientId: 'test',
    broker: 'test',
    logger,
  })
  const sent: number[] = []
  const push = (correlationId: number) =>
    queue.push({
      entry: { correlationId, resolve: () => {}, reject: () => {} },
      expectResponse: true,
      sendRequest: () => sent.push(correlationId),
    })
  return { queue, sent, push }
}

const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length

test('a connection whose requests are all answered does not keep looking for some', () => {
  lookOnlyWhenHeldBack()
  const before = timers()
  const { queue, sent, push } = openQueue()
  push(1)
  queue.fulfillRequest({ correlationId: 1, payload: null, size: 0 })
  expect(sent).toEqual([1])
  expect(timers()).toBe(before)
})

test('the client without the patch does keep looking: once it does not, the patch can go', () => {
  const before = timers()
  const { queue, push } = openQueue(loadUnpatched(path))
  push(1)
  queue.fulfillRequest({ correlationId: 1, payload: null, size: 0 })
  expect(timers()).toBe(before + 1)
  queue.destroy()
  expect(timers()).toBe(before)
})

test('requests that a broker asked to hold back leave when they may', async () => {
  lookOnlyWhenHeldBack()
  const { queue, sent, push } = openQueue()
  queue.maybeThrottle(50)
  push(1)
  push(2)
  expect(sent).toEqual([])
  await expect.poll(() => sent, { timeout: 5_000 }).toEqual([1, 2])
})
