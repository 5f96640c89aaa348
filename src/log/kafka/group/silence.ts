import type { Consumer } from 'kafkajs'
import { CodedError } from '../../../errors.ts'

const lookEveryMs = 2_000
/**
 * Longer than the group may take to deal itself anew while a member is stopped (kafka-consumer.ts:
 * 8 s) and one request after it that times out: a consumer that waits for the others is not dead,
 * and giving it up would disturb them again.
 */
const looksInSilence = 7
/** Half of a session: the client counts the time to its next heartbeat by the wall clock. */
const setBackMs = 3_000

/**
 * A consumer whose fetch loop has died says nothing about it. One that is silent while the cluster
 * answers others, twice in a row, is given up. Looks are counted, not the clock: a process that was
 * stopped for a while has not been silent. Nor has one whose brokers were away: once they answer,
 * its consumer has all the time again that it needs to find them. One whose clock was set back is
 * given up at once, and opened anew.
 */
export function watchSilence(deps: {
  /** Calls back with every sign of life until it is told to stop. */
  readonly listen: (heard: () => void) => () => void
  readonly ask: () => Promise<unknown>
  readonly fail: (error: unknown) => void
}): { readonly stop: () => void } {
  const { listen, ask, fail } = deps
  let silentLooks = 0
  let answers = 0
  let asking = false
  const heard = () => {
    silentLooks = 0
    answers = 0
  }

  let clockAhead = Date.now() - performance.now()
  function lookAtClock(): void {
    const wasAhead = clockAhead
    clockAhead = Date.now() - performance.now()
    if (wasAhead - clockAhead > setBackMs) {
      // Its consumer would send no heartbeat until the clock is again where it was.
      fail(new CodedError('log_unavailable', 'the clock was set back'))
    }
  }
  // Also with each sign of life: a heartbeat may fall between a jump ahead and the jump back.
  const deafen = listen(() => {
    heard()
    lookAtClock()
  })

  async function look(): Promise<void> {
    lookAtClock()
    silentLooks += 1
    if (silentLooks < looksInSilence || asking) return
    asking = true
    const askedAt = performance.now()
    const answered = await ask().then(
      () => performance.now() - askedAt <= lookEveryMs,
      () => false,
    )
    asking = false
    if (answered && silentLooks >= looksInSilence) answers += 1
    else heard()
    if (answers >= 2) fail(new CodedError('log_unavailable', 'the consumer has gone silent'))
  }
  const timer = setInterval(look, lookEveryMs)
  return {
    stop() {
      clearInterval(timer)
      deafen()
    },
  }
}

/** A fetch that brings nothing is a sign of life too. */
export function signsOfLife(consumer: Consumer) {
  return (heard: () => void): (() => void) => {
    const { FETCH, GROUP_JOIN } = consumer.events
    const deaf = [FETCH, GROUP_JOIN].map((event) => consumer.on(event, heard))
    return () => {
      for (const off of deaf) off()
    }
  }
}
