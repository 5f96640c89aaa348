import type { Consumer } from 'kafkajs'
import { CodedError } from '../errors.ts'

const lookEveryMs = 2_000
const looksInSilence = 5

/**
 * A consumer whose fetch loop has died says nothing about it. One that is silent while the cluster
 * answers others, twice in a row, is given up. Looks are counted, not the clock: a process that was
 * stopped for a while, or whose brokers are away, has not been silent.
 */
export function watchSilence(parts: {
  readonly consumer: Consumer
  readonly ask: () => Promise<unknown>
  readonly fail: (error: unknown) => void
}): { readonly stop: () => void } {
  const { consumer, ask, fail } = parts
  let silentLooks = 0
  let answers = 0
  let asking = false
  const heard = () => {
    silentLooks = 0
    answers = 0
  }
  const deaf = [consumer.events.FETCH, consumer.events.GROUP_JOIN].map((event) =>
    consumer.on(event, heard),
  )

  async function look(): Promise<void> {
    silentLooks += 1
    if (silentLooks < looksInSilence || asking) return
    asking = true
    const answered = await ask().then(
      () => true,
      () => false,
    )
    asking = false
    answers = answered && silentLooks >= looksInSilence ? answers + 1 : 0
    if (answers >= 2) fail(new CodedError('log_unavailable', 'the consumer has gone silent'))
  }
  const timer = setInterval(look, lookEveryMs)
  return {
    stop() {
      clearInterval(timer)
      for (const off of deaf) off()
    },
  }
}
