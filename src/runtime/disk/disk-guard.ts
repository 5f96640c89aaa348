import { CodedError } from '../../errors.ts'
import type { Notices } from '../../notices.ts'
import type { Report } from '../../report.ts'
import { isFull, isRoomyAgain, isShortForUploads, roomOf } from './disk-room.ts'
import { makeReserve, missingReserve, releaseReserve } from './reserve-file.ts'

const lookEveryMs = 500

export interface DiskGuard {
  /** Nothing may be written: calls that would are refused, and jobs wait. */
  isFull(): boolean
  /** Uploads must not take what is left. */
  isShort(): boolean
  /** Gives the reserve to a start of Postgres on a full disk. */
  giveReserve(): Promise<void>
  close(): Promise<void>
}

export interface DiskGuardDeps {
  readonly dataDir: string
  readonly notices: Notices
  readonly report: Report
}

/**
 * Watches the disk of the embedded Postgres, which panics without room for its log and cannot
 * recover without any. The service stops writing before that; and a reserve, released when it came
 * to that all the same, lets Postgres start again. Once there is room, all goes on by itself and
 * the reserve is made anew.
 */
export async function openDiskGuard(deps: DiskGuardDeps): Promise<DiskGuard> {
  const { dataDir, notices, report } = deps
  let room = await roomOf(dataDir)
  let full = false
  let looking: Promise<void> | null = null
  judge(await missingReserve(dataDir))

  function judge(missing: number): void {
    const { freeBytes } = room
    if (!full && isFull(room)) {
      full = true
      notices.tell('disk_full', dataDir, { free_bytes: freeBytes })
    } else if (full && isRoomyAgain(room, missing)) {
      full = false
      report('disk_has_room', { directory: dataDir, free_bytes: freeBytes })
    }
  }

  async function look(): Promise<void> {
    room = await roomOf(dataDir)
    const missing = await missingReserve(dataDir)
    judge(missing)
    if (!full && missing > 0 && isRoomyAgain(room, missing)) await makeReserve(dataDir)
  }

  function lookOnce(): Promise<void> {
    // A look, or a reserve, that fails just now is tried again; the last known state stays true.
    looking ??= look()
      .catch(() => {})
      .finally(() => {
        looking = null
      })
    return looking
  }

  const timer = setInterval(lookOnce, lookEveryMs)
  return {
    isFull: () => full,
    isShort: () => full || isShortForUploads(room),
    async giveReserve() {
      await lookOnce()
      if (full && (await releaseReserve(dataDir))) {
        report('disk_reserve_released', { directory: dataDir })
      }
    },
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}

/** Where the data lies in another's Postgres, its disk is not ours to watch. */
export const noDiskGuard: DiskGuard = {
  isFull: () => false,
  isShort: () => false,
  giveReserve: async () => {},
  close: async () => {},
}

/** Before the lock is taken, which needs a file: a disk without room for it gets the reserve. */
export async function makeRoomToStart(dataDir: string): Promise<void> {
  const room = await roomOf(dataDir).catch(() => null)
  if (!room || !isFull(room)) return // A directory that is not there yet is judged when it is made.
  await releaseReserve(dataDir)
  const { freeBytes } = await roomOf(dataDir)
  if (freeBytes >= startNeedsBytes) return
  throw new CodedError(
    'start_refused',
    `The disk that holds ${dataDir} is full (${freeBytes.toLocaleString('en')} bytes are free, ` +
      `a start needs ${startNeedsBytes.toLocaleString('en')}): make room and start again.`,
  )
}

/** A segment of Postgres' log and what recovery writes. */
const startNeedsBytes = 25_165_824
