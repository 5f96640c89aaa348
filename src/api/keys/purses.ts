import type { Pool } from '../../db/pool.ts'
import { column } from '../../db/pool.ts'
import { monthOf, spentByPurse } from './spending.ts'

const pursesKnown = 10_000
/** As often the views are asked what other processes have charged. */
const readEveryMs = 1_000
/** A call that was asked and never seen to be settled counts as spent for so long. */
const pendingKeptMs = 600_000

interface Tally {
  readonly accountId: string
  readonly purseId: string
  readonly month: number
  /** The cents that the views showed; `since` adds the charges made here after that. */
  shown: number
  since: number
  lastSeq: number
  /** In flight: their whole price, and how many items. */
  held: number
  heldItems: number
  /** Asked, and not answered here: counted until the views show them. */
  readonly pending: Map<string, { readonly cents: number; readonly at: number }>
  readAt: number
  reading: Promise<void> | null
}

export interface Wanted {
  readonly accountId: string
  readonly purseId: string
  readonly capCents: number
  readonly items: number
  /** The price, given how many items are in flight, which may use up the free calls. */
  readonly price: (itemsInFlight: number) => number
}

/** Room under a cap, taken before a call is asked. It ends in exactly one of these. */
export interface Hold {
  settled(cents: number, seq: number): void
  /** Nobody told how it ended: it is counted until the views show its entry. */
  unsettled(commandId: string): void
}

export type Held = Hold | { readonly spentCents: number; readonly resetsAt: string }

interface PursesDeps {
  readonly pool: () => Pool
  /** Waits until the views show what this process has told; the seq that they show then. */
  readonly caughtUp: (accountId: string) => Promise<number>
}

/**
 * The spending of keys with a monthly cap. The views show it a moment late; this process counts its
 * own charges since then, and its calls in flight, on top before anything is asked, so calls at
 * once cannot spend more than the cap. Other processes are seen a second late: each may go beyond
 * by what it charges in that time. Free calls that others use up meanwhile may add 20 calls' price.
 */
export function openPurses({ pool, caughtUp }: PursesDeps) {
  const tallies = new Map<string, Tally>()

  function tallyOf({ accountId, purseId }: Wanted): Tally {
    const month = monthOf(Date.now()).start
    const known = tallies.get(purseId)
    const tally = known?.month === month ? known : emptyTally({ accountId, purseId, month })
    tallies.delete(purseId)
    tallies.set(purseId, tally)
    if (tallies.size > pursesKnown) tallies.delete(tallies.keys().next().value ?? '')
    return tally
  }

  function read(tally: Tally): Promise<void> {
    tally.reading ??= readViews(tally).finally(() => {
      tally.reading = null
    })
    return tally.reading
  }

  async function readViews(tally: Tally): Promise<void> {
    const { accountId, purseId } = tally
    const [before, lastSeq] = [tally.since, tally.lastSeq]
    tally.readAt = performance.now()
    // While the views are behind what was told here, the count of this process is the better one.
    if ((await caughtUp(accountId)) < lastSeq) return
    await forgetSettled(pool(), tally)
    const spent = await spentByPurse(pool(), { accountId, purseId, now: tally.month })
    tally.shown = spent.get(purseId) ?? 0
    tally.since -= before
  }

  function take(tally: Tally, wanted: Wanted): Hold | null {
    const cents = wanted.price(tally.heldItems)
    if (cents > 0 && spentOf(tally) + cents > wanted.capCents) return null
    tally.held += cents
    tally.heldItems += wanted.items
    const release = () => {
      tally.held -= cents
      tally.heldItems -= wanted.items
    }
    return {
      settled(charged, seq) {
        release()
        tally.since += charged
        tally.lastSeq = Math.max(tally.lastSeq, seq)
      },
      unsettled(commandId) {
        release()
        if (cents > 0) tally.pending.set(commandId, { cents, at: performance.now() })
      },
    }
  }

  return {
    async hold(wanted: Wanted): Promise<Held> {
      const tally = tallyOf(wanted)
      if (tally.shown < 0) await read(tally)
      else if (performance.now() - tally.readAt > readEveryMs) read(tally).catch(() => {})
      const held = take(tally, wanted)
      if (held) return held
      await read(tally)
      const heldNow = take(tally, wanted)
      if (heldNow) return heldNow
      const resetsAt = new Date(monthOf(tally.month).end).toISOString()
      return { spentCents: Math.max(0, tally.shown + tally.since), resetsAt }
    },
  }
}

export type Purses = ReturnType<typeof openPurses>

function emptyTally(of: Pick<Tally, 'accountId' | 'purseId' | 'month'>): Tally {
  const nothing = { since: 0, lastSeq: 0, held: 0, heldItems: 0, reading: null }
  // Not read yet: a sum below zero.
  return { ...of, ...nothing, shown: -1, pending: new Map(), readAt: Number.NEGATIVE_INFINITY }
}

function spentOf({ shown, since, held, pending }: Tally): number {
  let sum = Math.max(0, shown) + since + held
  for (const { cents } of pending.values()) sum += cents
  return sum
}

async function forgetSettled(pool: Pool, { accountId, pending }: Tally): Promise<void> {
  if (pending.size === 0) return
  const { rows } = await pool.query<{ command_id: string }>({
    name: 'settled-of-purse',
    text: `select command_id from entries where account_id = $1
      and command_id in (select string_to_table($2, e'\\n'))`,
    values: [accountId, column([...pending.keys()])],
  })
  for (const { command_id: id } of rows) pending.delete(id)
  for (const [id, { at }] of pending) {
    if (performance.now() - at > pendingKeptMs) pending.delete(id)
  }
}
