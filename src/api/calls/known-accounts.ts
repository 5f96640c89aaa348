import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { openGathering } from '../../db/gather.ts'
import type { Pool } from '../../db/pool.ts'
import type { Account } from '../../ledger/account.ts'
import { evolve } from '../../ledger/account.ts'
import type { Entry } from '../../ledger/entry.ts'
import { noReservations } from '../../ledger/reservation.ts'
import { loadAccounts } from '../../projections/accounts.ts'
import { atMost } from '../at-most.ts'
import { waitForOutcome } from './outcome.ts'

const accountsRemembered = 50_000
const viewPollMs = 5
const viewPatienceMs = 2_000

/**
 * The accounts that this process has seen lately, as it knows them. They serve two ends: refusing
 * early without a query a call, and reading one's own writes: a view is waited for until it shows
 * what this process has already told the caller.
 */
export function openKnownAccounts(pool: () => Pool) {
  const known = new LRUCache<string, Account>(atMost(accountsRemembered))
  const lastTold = new LRUCache<string, string>(atMost(accountsRemembered))

  function keep(account: Account): Account {
    const before = known.get(account.accountId)
    if (before && before.seq >= account.seq) return before
    known.set(account.accountId, account)
    return account
  }

  /** A refused caller is looked up each time, so all of a moment are asked for at once. */
  const gathered = openGathering(async (ids) => {
    const accounts = await loadAccounts(pool(), ids)
    return new Map(accounts.map((account) => [account.accountId, account]))
  })

  async function load(accountId: string): Promise<Account> {
    const account = await gathered(accountId)
    if (!account) throw new Error('loadAccounts answers for every account asked')
    return account
  }

  return {
    /** A reply was given: nobody may be shown less from now on. */
    saw(entry: Entry): void {
      keep(accountAfter(entry))
      lastTold.set(entry.account_id, entry.command_id)
    },
    async of(accountId: string): Promise<Account> {
      return known.get(accountId) ?? keep(await load(accountId))
    },
    /** From the view, which may know of credits that arrived through another process. */
    async refreshed(accountId: string): Promise<Account> {
      return keep(await load(accountId))
    },
    /** The view's account, once the view shows at least what was told to the caller. */
    async current(accountId: string): Promise<Account> {
      const deadline = performance.now() + viewPatienceMs
      for (;;) {
        const account = await load(accountId)
        const told = known.get(accountId)?.seq ?? 0
        if (account.seq >= told || performance.now() > deadline) return account
        await sleep(viewPollMs)
      }
    },
    /** Waits as `current` does, and for the last answer: an entry may be shown a moment before. */
    async answered(accountId: string): Promise<void> {
      await this.current(accountId)
      const commandId = lastTold.get(accountId)
      if (commandId) await waitForOutcome(pool(), { accountId, commandId }, viewPatienceMs)
    },
  }
}

export type KnownAccounts = ReturnType<typeof openKnownAccounts>

function accountAfter(entry: Entry): Account {
  // Reservations and debts are left out: nothing here decides on them.
  const before = {
    accountId: entry.account_id,
    seq: entry.seq - 1,
    hash: entry.prev_hash,
    at: entry.at,
    balanceCents: entry.balance_cents - entry.credits_delta_cents,
    freeCalls: entry.free_calls_remaining - entry.free_calls_delta,
    reservedCents: entry.reserved_cents - entry.reserved_delta_cents,
    reservations: noReservations,
    debtCents: 0,
  }
  return evolve(before, entry)
}
