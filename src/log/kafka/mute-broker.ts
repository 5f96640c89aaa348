import { createRequire } from 'node:module'
import kafkajs from 'kafkajs'

/** As much of the client's broker, of its pool of them and of its group's member as concerns us. */
interface Broker extends Record<Question, (...asked: unknown[]) => Promise<unknown>> {
  connect(): Promise<void>
  isConnected(): boolean
  disconnect(): Promise<void>
}
interface BrokerPool {
  readonly brokers: Readonly<Record<string, Broker>>
  findBroker(one: { readonly nodeId: string }): Promise<Broker>
  findConnectedBroker(): Promise<Broker>
  withBroker(use: Use): Promise<unknown>
}
type Use = (one: { readonly nodeId: string; readonly broker: Broker }) => Promise<unknown>
interface ConsumerGroup {
  readonly cluster: { readonly brokerPool: BrokerPool }
  heartbeat(options: unknown): Promise<unknown>
}

const questions = ['metadata', 'fetch', 'produce', 'heartbeat', 'findGroupCoordinator'] as const
type Question = (typeof questions)[number]

/** Those that left the last question without an answer. */
const mute = new WeakSet<Broker>()

let isLeaving = false

/** A broker that hangs keeps its connections and takes new ones: others are asked soon instead. */
export function leaveMuteBrokers(): void {
  if (isLeaving) return
  isLeaving = true
  const load = createRequire(import.meta.url)
  const broker: Broker = load('kafkajs/src/broker').prototype
  leaveAtFirst(broker)
  for (const question of questions) noteSilence(broker, question)
  askWhoAnswers(load('kafkajs/src/cluster/brokerPool').prototype)
  leaveAsCoordinator(load('kafkajs/src/consumer/consumerGroup').prototype)
}

/**
 * The client opens a connection and asks which versions the broker speaks, or logs in. It hears
 * nothing, and from then on takes the connection for a good one: it asks no other broker, and all
 * that it asks this one fails, also when it is awake again. Such a connection is closed, and counts
 * as one that could not be made.
 */
function leaveAtFirst(prototype: Broker): void {
  const connect = prototype.connect
  prototype.connect = async function (this: Broker) {
    try {
      return await connect.call(this)
    } catch (error) {
      if (!isTimeout(error)) throw error
      mute.add(this)
      await this.disconnect()
      throw new kafkajs.KafkaJSConnectionError(error, { broker: error.broker })
    }
  }
}

function noteSilence(prototype: Broker, question: Question): void {
  const ask = prototype[question]
  prototype[question] = async function (this: Broker, ...asked) {
    try {
      const answer = await ask.apply(this, asked)
      mute.delete(this)
      return answer
    } catch (error) {
      if (isTimeout(error)) mute.add(this)
      throw error
    }
  }
}

/**
 * Any broker can tell who leads a partition and who has a group. The client asks one by lot, and
 * when that one hangs it draws again, the same one too: 4 s each time, in which nothing is read.
 */
function askWhoAnswers(prototype: BrokerPool): void {
  const { findConnectedBroker, withBroker } = prototype
  prototype.findConnectedBroker = async function (this: BrokerPool) {
    const all = lots(this.brokers)
    const answering = all.filter(({ broker }) => !mute.has(broker))
    const connected = answering.find(({ broker }) => broker.isConnected())
    if (connected !== undefined) return connected.broker
    for (const { nodeId } of answering.length < all.length ? answering : []) {
      try {
        return await this.findBroker({ nodeId })
      } catch {} // As a last resort the client asks those that hang.
    }
    return findConnectedBroker.call(this)
  }
  prototype.withBroker = async function (this: BrokerPool, use: Use) {
    const all = lots(this.brokers)
    if (all.length === 0) return withBroker.call(this, use)
    let unreached: unknown = null
    for (const { nodeId } of all) {
      const broker = await this.findBroker({ nodeId }).catch((error: unknown) => {
        unreached = error
        return null
      })
      if (broker === null) continue
      try {
        return await use({ nodeId, broker })
      } catch {} // The next one is asked; so the client does it, too.
    }
    if (unreached !== null) throw unreached
    return null
  }
}

/** In the order of their lots, those that hang behind all others. */
function lots(brokers: BrokerPool['brokers']) {
  return Object.entries(brokers)
    .map(([nodeId, broker]) => ({ nodeId, broker, lot: Math.random() + Number(mute.has(broker)) }))
    .sort((a, b) => a.lot - b.lot)
}

/**
 * The client repeats a heartbeat without an answer six times, 24 s, at the same coordinator, and
 * then begins anew, while another broker has the group since the cluster has given up this one. So
 * where another one answers, the first such heartbeat is taken for what a broker says that has the
 * group no more: the member asks who has it, and joins there.
 */
function leaveAsCoordinator(prototype: ConsumerGroup): void {
  const heartbeat = prototype.heartbeat
  prototype.heartbeat = async function (this: ConsumerGroup, options: unknown) {
    try {
      return await heartbeat.call(this, options)
    } catch (error) {
      const brokers = Object.values(this.cluster.brokerPool.brokers)
      if (!isTimeout(error) || brokers.every((broker) => mute.has(broker))) throw error
      throw Object.assign(error, { type: 'NOT_COORDINATOR_FOR_GROUP' })
    }
  }
}

function isTimeout(
  error: unknown,
): error is InstanceType<typeof kafkajs.KafkaJSRequestTimeoutError> {
  return error instanceof kafkajs.KafkaJSRequestTimeoutError
}
