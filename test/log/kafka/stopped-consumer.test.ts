import { expect, test } from 'vitest'
import { refuseFetchesOfStopped } from '../../../src/log/kafka/stopped-consumer.ts'
import { until } from '../../until.ts'
import { load, loadUnpatched } from './unpatched.ts'

const path = load.resolve('kafkajs/src/consumer/runner')
const logger = { debug() {}, info() {}, warn() {}, error() {}, namespace: () => logger }

/** The client's own consumer of brokers without records, without the group it belongs to. */
function openConsumer(runner: { readonly prototype: object }, answer: (node: number) => unknown) {
  return Object.assign(Object.create(runner.prototype), {
    running: true,
    logger,
    instrumentationEmitter: { emit() {} },
    consumerGroup: { fetch: answer, heartbeat: async () => {} },
  })
}

const nothing = () => new Promise((resolve) => setImmediate(resolve, []))

test('a consumer that is stopped while a broker comes ends, and the process goes on', async () => {
  refuseFetchesOfStopped()
  const nodes = [1, 2]
  let answerSlow = (_: readonly unknown[]) => {}
  const slow = new Promise((resolve) => {
    answerSlow = resolve
  })
  const consumer = openConsumer(load(path), (node) => (node === 2 ? slow : nothing()))
  let asked = 0
  let seen = 0
  const manager = load('kafkajs/src/consumer/fetchManager')({
    logger,
    getNodeIds() {
      seen = nodes.length
      return [...nodes]
    },
    fetch(node: number) {
      asked += 1
      // An endless loop would end no test, so it is ended here.
      if (asked > askedMax) throw new Error('it asks for ever')
      return consumer.fetch(node)
    },
    handler: async () => {},
  })
  const ended = manager.start()
  ended.catch(() => {}) // It is heard below.
  nodes.push(3)
  // Then the first broker's fetcher ends; the second one's is waited for.
  await until('the third broker is seen', () => seen === nodes.length)
  consumer.running = false
  const stopped = manager.stop()
  answerSlow([])
  await stopped
  await expect(ended).rejects.toThrow('the consumer is stopped')
})

const askedMax = 1_000

test('the client without the patch gives a stopped consumer nothing: once it refuses, the patch can go', async () => {
  const consumer = openConsumer(loadUnpatched(path), nothing)
  consumer.running = false
  await expect(consumer.fetch(1)).resolves.toEqual([])
})

test('a consumer that runs is given what there is', async () => {
  refuseFetchesOfStopped()
  await expect(openConsumer(load(path), nothing).fetch(1)).resolves.toEqual([])
})
