import { createRequire } from 'node:module'
import kafkajs from 'kafkajs'

/** As much of the client's broker as concerns us. */
interface Broker {
  apiVersions(): Promise<unknown>
  disconnect(): Promise<void>
}

let isLeaving = false

/**
 * A broker that hangs still takes connections. The client asks it first which versions it speaks,
 * hears nothing, and from then on takes the connection for a good one: it asks no other broker, and
 * all that it asks this one fails, also when it is awake again. With this such a connection is
 * closed, and counts as one that could not be made: the next broker is tried.
 */
export function leaveMuteBrokers(): void {
  if (isLeaving) return
  isLeaving = true
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/broker') as {
    readonly prototype: Broker
  }
  const apiVersions = prototype.apiVersions
  prototype.apiVersions = async function (this: Broker) {
    try {
      return await apiVersions.call(this)
    } catch (error) {
      if (!(error instanceof kafkajs.KafkaJSRequestTimeoutError)) throw error
      await this.disconnect()
      throw new kafkajs.KafkaJSConnectionError(error, { broker: error.broker })
    }
  }
}
