import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises'

const pauseMs = 1
/** Pauses of a turn while calls wait: a job keeps a fifth of its pace however many come. */
const pausesMax = 2

/**
 * Between two turns of bulk work. The event loop goes round; and while somebody in this process
 * waits for the reply to a call, the work pauses, for a call takes a dozen rounds from stage to
 * stage and would spend a turn of bulk work in each.
 */
export async function giveWay(replies: { readonly waiting: number }): Promise<void> {
  await nextRound()
  for (let pauses = 0; replies.waiting > 0 && pauses < pausesMax; pauses += 1) {
    await sleep(pauseMs)
  }
}
