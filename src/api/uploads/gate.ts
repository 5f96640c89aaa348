import type { Counted, StagingGate } from '../../jobs/staging.ts'
import type { Account } from '../../ledger/account.ts'
import type { Call } from '../../ledger/prices.ts'
import { freeCallsPerAccount, quote } from '../../ledger/prices.ts'
import { insufficientCredits } from '../calls/charge.ts'
import type { KnownAccounts } from '../calls/known-accounts.ts'
import { ProblemSignal } from '../http/exchange.ts'
import type { StagingHold } from './means.ts'
import { affordable, freeRowsMax } from './means.ts'

/** Another upload under the same key is complete: this one needs only its digest. */
export class AlreadySubmitted extends Error {}

export interface GateDeps {
  readonly accounts: KnownAccounts
  readonly accountId: string
  /** The cheapest one while it is not known what the rows are. */
  readonly callOf: () => Call
  readonly hold: StagingHold
  readonly room: { take(bytes: number): Promise<void> }
  readonly isSubmitted: () => Promise<boolean>
}

export interface UploadGate extends StagingGate {
  /** With the price of the rows that were counted: more of them were not read. */
  refusal(counted: Counted): Promise<ProblemSignal>
}

/** A top-up or a job that began elsewhere is noticed after this. */
const standingForMs = 1_000

/**
 * Lets rows be staged as long as the account can pay for them, beside what its other uploads have
 * staged. The last word on the price is the billing worker's: here the disk is protected.
 */
export function openGate(deps: GateDeps): UploadGate {
  const { accounts, accountId, callOf, hold, room, isSubmitted } = deps
  let itemsMax = 0
  let asked = Number.NEGATIVE_INFINITY

  async function look(isFresh: boolean): Promise<Account> {
    if (isFresh) asked = performance.now()
    const account = known(await (isFresh ? accounts.refreshed(accountId) : accounts.of(accountId)))
    itemsMax = affordable(account, hold.others(), callOf())
    return account
  }

  function isWithin({ rows, items }: Counted): boolean {
    hold.staged({ call: callOf(), items: items ?? rows })
    return (items ?? rows) <= itemsMax && rows <= itemsMax + freeRowsMax
  }

  async function beyond(counted: Counted): Promise<boolean> {
    await look(true)
    if (isWithin(counted)) return true
    if (await isSubmitted()) throw new AlreadySubmitted()
    if ((counted.items ?? counted.rows) <= itemsMax) throw tooManyFreeRows()
    return false
  }

  return {
    get rowsMax() {
      return itemsMax + freeRowsMax
    },
    get itemsMax() {
      return itemsMax
    },
    beyond,
    async room(counted, length) {
      await look(performance.now() - asked > standingForMs)
      if (!isWithin(counted) && !(await beyond(counted))) return false
      await room.take(length)
      return true
    },
    async refusal(counted) {
      const account = await look(true)
      const others = hold.others().reduce((sum, other) => sum + other.items, 0)
      const items = (counted.items ?? counted.rows) + others
      const { cents } = quote(callOf(), items, account.freeCalls)
      return insufficientCredits(cents, account, 'at least ')
    },
  }
}

/** An account so new that the views do not know it has its free calls. */
function known(account: Account): Account {
  return account.seq === 0 ? { ...account, freeCalls: freeCallsPerAccount } : account
}

function tooManyFreeRows(): ProblemSignal {
  const most = freeRowsMax.toLocaleString('en')
  const detail =
    `More than ${most} rows of the file cannot be read, beyond those that the credits would pay ` +
    'for. Nothing was kept or charged.'
  return new ProblemSignal('invalid_request', detail)
}
