import { foldChains } from '../reader/chain.ts'
import type { Verdict } from '../reader/evidence.ts'
import { checks } from '../reader/invariants.ts'
import type { ReadLog } from '../reader/log.ts'
import { readViews } from '../reader/views.ts'
import type { Account } from './accounts.ts'
import type { Call } from './calls.ts'
import { withClient } from './embedded-world.ts'
import type { HttpClient } from './http.ts'
import { probeKeys } from './probes.ts'
import type { World } from './world.ts'

export interface Examined {
  readonly verdicts: readonly Verdict[]
  readonly log: ReadLog
}

/** Lets the reader look at everything that can be seen from outside. */
export async function examine(parts: {
  readonly world: World
  readonly http: HttpClient
  readonly accounts: readonly Account[]
  readonly calls: readonly Call[]
  readonly unsettled: readonly Call[]
}): Promise<Examined> {
  const { world, http, accounts, calls, unsettled } = parts
  const probes = await probeKeys(world, http, calls)
  const log = await world.readLog()
  const views = await withClient(world.connection, readViews)
  const chains = foldChains(log.ledger)
  const evidence = { log, chains, views, accounts, calls, unsettled }
  return { verdicts: [...checks.map((check) => check(evidence)), probes], log }
}
