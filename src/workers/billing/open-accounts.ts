import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../../db/pool.ts'
import { isDatabaseAway } from '../../db/pool.ts'
import { CodedError } from '../../errors.ts'
import { Accounts } from '../../ledger/accounts.ts'
import type { StageDeps } from '../../log/stage.ts'
import { loadAccounts, projectedOffset } from '../../projections/accounts.ts'
import type { Pending } from './pending.ts'
import { openSettledBefore } from './settled-before.ts'

/** Limits of one partition. Forgotten accounts are looked up in the views again. */
const remembered = { known: 2_000, settled: 4_000 }
/** Settled commands of which the views may not know yet. */
const settledMax = 50_000
const forgetEveryMs = 1_000

export interface AccountsDeps extends StageDeps {
  readonly pool: Pool
}

/**
 * The accounts of one partition as the views hold them, up to `projected`; the worker that opens
 * them reads the tail behind it. The cost of taking over does not grow with history.
 */
export async function openAccounts({ pool }: AccountsDeps, partition: number) {
  const accounts = new Accounts()
  const before = openSettledBefore(pool)
  let lastForget = 0

  async function load(accountIds: Iterable<string>): Promise<void> {
    const unknown = new Set<string>()
    for (const id of accountIds) if (!accounts.knows(id)) unknown.add(id)
    if (unknown.size === 0) return
    const loaded = await loadAccounts(pool, [...unknown])
    // The views may have seen more of the ledger than we have read: a worker that was stopped for a
    // while gets states that hold what its successor settled. The commands behind them must be
    // known before anything is decided on them, so they are learned after the states were read and
    // before these count.
    await before.learnAgain()
    for (const account of loaded) accounts.load(account)
  }

  /** Keeps memory bounded; forgets only what the views can answer for. */
  async function forget(): Promise<void> {
    const { known, settled } = accounts.size
    const over = known > 2 * remembered.known || settled > 2 * remembered.settled
    if (!over || performance.now() - lastForget < forgetEveryMs) return
    lastForget = performance.now()
    const projected = await projectedOffset(pool, partition).catch((error) => {
      if (isDatabaseAway(error)) return 0
      throw error
    })
    before.forgot(accounts.forget(remembered, projected))
  }

  /** More than this is not decided while the views, or Postgres, are far behind. */
  async function untilRoom(): Promise<void> {
    if (accounts.size.settled < settledMax) return
    await forget()
    if (accounts.size.settled >= settledMax) {
      throw new CodedError('database_unavailable', 'the views are too far behind')
    }
  }

  const isKnown = ({ accountId, settlement }: Pending) =>
    accounts.knows(accountId) && !before.isDoubtful(settlement.commandId)

  return {
    partition,
    accounts,
    projected: await projectedOffset(pool, partition),
    /** An entry of an account that is not loaded cannot be judged, so it waits for Postgres. */
    loadPatiently: (accountIds: readonly string[]) => withPatience(() => load(accountIds)),
    /**
     * Loads what these decisions need. `settled` were settled long ago. `later` cannot be decided
     * while Postgres does not answer; those that memory knows all about go on without it.
     */
    async prepare(pending: readonly Pending[]): Promise<Prepared> {
      await withPatience(untilRoom)
      try {
        await load(pending.map(({ accountId }) => accountId))
        // Asked after the accounts, so that it knows of all that their states hold.
        const settled = await before.find(pending.map(({ settlement }) => settlement.commandId))
        return { now: pending, settled, later: [] }
      } catch (error) {
        if (!isDatabaseAway(error)) throw error
        const now = pending.filter(isKnown)
        return { now, settled: new Set(), later: pending.filter((one) => !isKnown(one)) }
      }
    },
    forget,
  }
}

const patience = { pauseMs: 250, triesMax: 2_400 }

async function withPatience(act: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      if (!isDatabaseAway(error) || tries >= patience.triesMax) throw error
      await sleep(patience.pauseMs, null, { ref: false })
    }
  }
}

interface Prepared {
  readonly now: readonly Pending[]
  readonly settled: ReadonlySet<string>
  readonly later: readonly Pending[]
}

export type OpenedAccounts = Awaited<ReturnType<typeof openAccounts>>
