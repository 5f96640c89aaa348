import type { Closing } from '../closing.ts'
import type { Customer } from './customers.ts'
import { ledgerLength, makeCustomers } from './customers.ts'
import { preload } from './preload.ts'
import { startService } from './service.ts'
import type { Side } from './side.ts'

export interface ServiceSide extends Side {
  /** On a fresh data directory, and on the used (and perhaps preloaded) one. */
  readonly dataDir: string
  readonly startMs: { readonly fresh: number; readonly used: number }
}

/**
 * The service with its customers. It is started twice also without a preload, so that an empty
 * and a preloaded ledger differ in nothing but their length.
 */
export async function openServiceSide(deps: {
  readonly name: string
  readonly accounts: number
  readonly preload: number
  readonly closing: Closing
}): Promise<ServiceSide> {
  const { name, closing } = deps
  const dataDir = await closing.temporaryDirectory()
  const first = await startService(dataDir, closing)
  const customers = await makeCustomers(first.port, deps.accounts)
  await first.child.stop()
  const accountIds = customers.map(({ accountId }) => accountId)
  if (deps.preload > 0) await preload(dataDir, accountIds, deps.preload)
  const { child, port, startMs } = await startService(dataDir, closing)
  await requireEntries(port, customers, deps.preload)
  return {
    name,
    dataDir,
    pid: child.pid,
    port,
    keys: customers.map(({ key }) => key),
    startMs: { fresh: first.startMs, used: startMs },
  }
}

/** Entries that break the chain rule would be ignored, and the figures be those of an empty ledger. */
async function requireEntries(
  port: number,
  customers: readonly Customer[],
  count: number,
): Promise<void> {
  let entries = 0
  for (const { key } of customers) entries += await ledgerLength(port, key)
  if (entries >= count) return
  throw new Error(`the service shows ${entries} ledger entries after ${count} were preloaded`)
}
