import type { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'
import { atMost } from '../at-most.ts'
import { openTokenBuckets } from './rates/token-buckets.ts'
import type { Strangers } from './strangers.ts'

/** A program that does not look at its answers is told 402 so often at once, and each second. */
const refusals = { perSecond: 5, burst: 20 }
const accountsMax = 50_000

export type Unpaid = ReturnType<typeof openUnpaid>

/**
 * Paid calls of accounts whose last one was refused for want of credits. They have their turn
 * among strangers, because they pay no more than these do; and who goes on and on waits a second
 * for each answer, before anything of the body is read. Credits that are bought end this with the
 * first call.
 */
export function openUnpaid(strangers: Pick<Strangers, 'turn' | 'holdBack'>) {
  const refused = new LRUCache<string, { isTooOften: boolean }>(atMost(accountsMax))
  const buckets = openTokenBuckets(refusals)

  return {
    /** `null` where the account is not known to lack anything: its call waits for nobody. */
    turn(accountId: string, socket: Socket): Promise<void> | null {
      const last = refused.get(accountId)
      if (!last) return null
      return last.isTooOften ? strangers.holdBack(socket) : strangers.turn('others')
    },
    refused(accountId: string): void {
      refused.set(accountId, { isTooOften: !buckets.take(accountId).allowed })
    },
    canPay(accountId: string): void {
      if (refused.size > 0) refused.delete(accountId)
    },
  }
}
