import { statfs } from 'node:fs/promises'

/** The room that is left on the disk that holds the data. */
export interface DiskRoom {
  readonly freeBytes: number
  readonly sizeBytes: number
}

const mib = 1_048_576
/** It is given up so that a full disk has room for a start, and for Postgres to recover. */
export const reserveBytes = 32 * mib
/**
 * With less the service writes nothing more, before Postgres finds no room for its log and panics.
 * The work in hand by then needs a few segments of it, of 16 MB each.
 */
const fullBelowBytes = 64 * mib
/** Uploads leave so much to calls: a tenth of the disk, and a gibibyte of a large one. */
const uploadsLeaveShare = 0.1
const uploadsLeaveMax = 1_024 * mib

/** `bavail` and not `bfree`: what is set aside for root is not ours, even as root. */
export async function roomOf(directory: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(directory)
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}

export function isFull({ freeBytes }: DiskRoom): boolean {
  return freeBytes < fullBelowBytes
}

/** Room for the reserve and some more: else it would be full again with its first write. */
export function isRoomyAgain({ freeBytes }: DiskRoom, missingReserve: number): boolean {
  return freeBytes >= fullBelowBytes + missingReserve + 16 * mib
}

export function isShortForUploads({ freeBytes, sizeBytes }: DiskRoom): boolean {
  return freeBytes < Math.min(uploadsLeaveMax, sizeBytes * uploadsLeaveShare)
}
