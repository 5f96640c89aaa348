import type { Pool } from '../../db/pool.ts'
import { keptBytes, keptBytesOf } from '../../jobs/kept-bytes.ts'
import type { Notices } from '../../notices.ts'
import { ProblemSignal } from '../http/exchange.ts'

/** How much rows and results may take. */
export interface StagingBudget {
  readonly maxBytes: number
  readonly accountBytes: number
}

/** The part of an account's share that an account without credits may keep. */
const unpaidShare = 1 / 100
/** Sums are asked for again after this; what is staged meanwhile is added, uncompressed. */
const summedForMs = 10_000
/** After a refusal sooner: what the upload had staged is being deleted. */
const summedAfterRefusalMs = 1_000

interface RoomDeps {
  readonly pool: () => Pool
  readonly budget: StagingBudget
  /** Whether the disk is too full for uploads; false where it is not ours. */
  readonly diskIsShort: () => boolean
  readonly notices: Pick<Notices, 'tell'>
}

export interface Kept {
  readonly accountId: string
  readonly paying: boolean
}

/**
 * The room on the disk for uploads, judged before the first byte and before every chunk: by what
 * the account keeps, by what all keep, and by what is left on the disk.
 */
export function openStagingRoom({ pool, budget, diskIsShort, notices }: RoomDeps) {
  const service = openSum(() => keptBytes(pool()))

  function storageFull(subject: 'disk' | 'budget', why: string): ProblemSignal {
    notices.tell('disk_budget', subject)
    const detail = `${why} No upload can be taken now; calls and results go on.`
    return new ProblemSignal('storage_full', { detail, headers: { 'Retry-After': '60' } })
  }

  return {
    /**
     * Opens the room of one upload. `take` is asked before each of its chunks, and ends it by
     * throwing.
     */
    async open({ accountId, paying }: Kept) {
      const share = paying ? budget.accountBytes : Math.ceil(budget.accountBytes * unpaidShare)
      const account = openSum(() => keptBytesOf(pool(), accountId))
      async function take(bytes: number): Promise<void> {
        if (diskIsShort()) throw storageFull('disk', 'The disk is nearly full.')
        const [all, kept] = await Promise.all([service.add(bytes), account.add(bytes)])
        if (all <= budget.maxBytes && kept <= share) return
        service.refused(bytes)
        if (all > budget.maxBytes) throw storageFull('budget', allKeep(budget.maxBytes))
        throw shareReached(kept, share)
      }
      await take(0)
      return { take }
    },
  }
}

function openSum(ask: () => Promise<number>) {
  let known = { bytes: 0, at: Number.NEGATIVE_INFINITY }
  let since = 0
  let asking: Promise<void> | null = null

  async function refresh(): Promise<void> {
    const at = performance.now()
    const before = since
    known = { bytes: await ask(), at }
    since -= before
  }

  return {
    async add(bytes: number): Promise<number> {
      since += bytes
      if (performance.now() - known.at > summedForMs) {
        asking ??= refresh().finally(() => {
          asking = null
        })
        await asking
      }
      return known.bytes + since
    },
    /** So much was added and is not staged: it keeps nobody else out. */
    refused(bytes: number): void {
      since = Math.max(0, since - bytes)
      const soon = performance.now() - summedForMs + summedAfterRefusalMs
      known = { ...known, at: Math.min(known.at, soon) }
    },
  }
}

function shareReached(kept: number, share: number): ProblemSignal {
  const detail =
    `With this upload the account would keep ${said(kept)} bytes of rows and results; ` +
    `it may keep ${said(share)}. Delete jobs that you have read: DELETE /jobs/{id}.`
  return new ProblemSignal('limit_reached', {
    detail,
    members: { kept_bytes: kept, share_bytes: share },
  })
}

function allKeep(maxBytes: number): string {
  return `The service keeps ${said(maxBytes)} bytes of rows and results, and no more.`
}

const said = (bytes: number) => bytes.toLocaleString('en')
