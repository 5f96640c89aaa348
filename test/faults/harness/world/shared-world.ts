import { missingHere } from '../../../../infra/stack/requirements.ts'
import type { DistributedWorld } from './distributed-world.ts'
import { openDistributedWorld } from './distributed-world.ts'

/**
 * One distributed world for all faults of a run: it takes longer to start than a fault lasts. The
 * test files of one run share this module because they are not isolated (vitest.config.ts). Its
 * servers and processes end with this process, however that ends.
 */
let opened: Promise<DistributedWorld> | null = null

export async function sharedWorld(): Promise<DistributedWorld> {
  opened ??= openDistributedWorld()
  const world = await opened
  world.bend('all', {})
  await world.ready()
  return world
}

/** A world that a fault has left in pieces is not for the next one. */
export async function discardWorld(): Promise<void> {
  const world = await opened?.catch(() => null)
  opened = null
  await world?.close().catch(() => {})
}

export const missing = await missingHere()
