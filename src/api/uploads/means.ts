import type { Account } from '../../ledger/account.ts'
import type { Call } from '../../ledger/prices.ts'
import { priceOf } from '../../ledger/prices.ts'

/** An upload's rows so far that are to be paid for, each the price of the call. */
export interface Staged {
  readonly call: Call
  readonly items: number
}

/**
 * Rows that cannot be read are free, but lie on the disk like others: so many may come beyond what
 * the account could pay for.
 */
export const freeRowsMax = 1_000

/** How many rows an account could pay for, when its `others` are paid first; free calls first. */
export function affordable(
  { balanceCents, freeCalls }: Pick<Account, 'balanceCents' | 'freeCalls'>,
  others: readonly Staged[],
  call: Call,
): number {
  let [cents, free] = [balanceCents, freeCalls]
  for (const { call: other, items } of others) {
    const freed = Math.min(free, items)
    free -= freed
    cents -= (items - freed) * priceOf(other)
  }
  return Math.max(0, free + Math.floor(Math.max(0, cents) / priceOf(call)))
}

/**
 * The rows staged by the uploads in hand, by account. Uploads under one Idempotency-Key will be one
 * job, so they count as one, by the longest of them.
 */
export function openStagedByAccount() {
  const byAccount = new Map<string, Set<Holder>>()
  return {
    hold(accountId: string, group: string): StagingHold {
      const holder: Holder = { group, staged: null }
      const holders = byAccount.get(accountId) ?? new Set()
      byAccount.set(accountId, holders.add(holder))
      return {
        staged(staged) {
          holder.staged = staged
        },
        others: () => longestByGroup([...holders].filter((other) => other.group !== group)),
        release() {
          holders.delete(holder)
          if (holders.size === 0 && byAccount.get(accountId) === holders) {
            byAccount.delete(accountId)
          }
        },
      }
    },
  }
}

export interface StagingHold {
  staged(staged: Staged): void
  others(): readonly Staged[]
  release(): void
}

interface Holder {
  readonly group: string
  staged: Staged | null
}

function longestByGroup(holders: readonly Holder[]): readonly Staged[] {
  const longest = new Map<string, Staged>()
  for (const { group, staged } of holders) {
    if (staged && staged.items > (longest.get(group)?.items ?? 0)) longest.set(group, staged)
  }
  return [...longest.values()]
}
