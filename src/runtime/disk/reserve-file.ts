import { randomFillSync } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { reserveBytes } from './disk-room.ts'

const name = 'reserve'
const pieceBytes = 1_048_576

/** How much of the reserve is not there. */
export async function missingReserve(dataDir: string): Promise<number> {
  const size = await stat(join(dataDir, name)).then(
    (found) => found.size,
    () => 0,
  )
  return Math.max(0, reserveBytes - size)
}

/** Deleting needs no room. False when there was nothing to release. */
export async function releaseReserve(dataDir: string): Promise<boolean> {
  const there = (await missingReserve(dataDir)) < reserveBytes
  await rm(join(dataDir, `${name}.new`), { force: true })
  await rm(join(dataDir, name), { force: true })
  return there
}

/** Noise, since a file system that packs zeros would set nothing aside; whole, or not at all. */
export async function makeReserve(dataDir: string): Promise<void> {
  const file = join(dataDir, name)
  const handle = await open(`${file}.new`, 'w', 0o600)
  try {
    const piece = randomFillSync(Buffer.alloc(pieceBytes))
    for (let at = 0; at < reserveBytes; at += pieceBytes) await handle.write(piece)
  } catch (error) {
    await rm(`${file}.new`, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
}
