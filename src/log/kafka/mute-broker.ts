import { createRequire } from 'node:module'
import kafkajs from 'kafkajs'

/** As much of the client's broker and of its membership in a group as concerns us. */
interface Broker {
  apiVersions(): Promise<unknown>
  disconnect(): Promise<void>
}
interface ConsumerGroup {
  heartbeat(options: unknown): Promise<unknown>
}

let isLeaving = false

/** A broker that hangs keeps its connections and takes new ones: others are asked soon instead. */
export function leaveMuteBrokers(): void {
  if (isLeaving) return
  isLeaving = true
  const load = createRequire(import.meta.url)
  leaveAtFirst(load('kafkajs/src/broker').prototype)
  leaveAsCoordinator(load('kafkajs/src/consumer/consumerGroup').prototype)
}

/**
 * The client first asks a broker which versions it speaks. It hears nothing, and from then on takes
 * the connection for a good one: it asks no other broker, and all that it asks this one fails, also
 * when it is awake again. Such a connection is closed, and counts as one that could not be made.
 */
function leaveAtFirst(prototype: Broker): void {
  const apiVersions = prototype.apiVersions
  prototype.apiVersions = async function (this: Broker) {
    try {
      return await apiVersions.call(this)
    } catch (error) {
      if (!isTimeout(error)) throw error
      await this.disconnect()
      throw new kafkajs.KafkaJSConnectionError(error, { broker: error.broker })
    }
  }
}

/**
 * The client repeats a heartbeat without an answer six times, 24 s, at the same coordinator, and
 * then begins anew, while another broker has the group long since. The first one is taken for what
 * a broker says that has the group no more: the member asks who has it, and joins there.
 */
function leaveAsCoordinator(prototype: ConsumerGroup): void {
  const heartbeat = prototype.heartbeat
  prototype.heartbeat = async function (this: ConsumerGroup, options: unknown) {
    try {
      return await heartbeat.call(this, options)
    } catch (error) {
      if (!isTimeout(error)) throw error
      throw Object.assign(error, { type: 'NOT_COORDINATOR_FOR_GROUP' })
    }
  }
}

function isTimeout(
  error: unknown,
): error is InstanceType<typeof kafkajs.KafkaJSRequestTimeoutError> {
  return error instanceof kafkajs.KafkaJSRequestTimeoutError
}
