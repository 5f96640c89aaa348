import { setTimeout as pause } from 'node:timers/promises'
import { foldChains } from '../reader/chain.ts'
import type { Verdict } from '../reader/evidence.ts'
import { checks } from '../reader/invariants.ts'
import type { ReadLog } from '../reader/log.ts'
import { readViews } from '../reader/views.ts'
import type { Account } from './load/accounts.ts'
import type { Call } from './load/calls.ts'
import type { HttpClient } from './load/http.ts'
import { probeKeys } from './probes.ts'
import { withClient } from './world/embedded-world.ts'
import type { World } from './world/world.ts'
import { lagOf } from './world/world.ts'

export interface Examined {
  readonly verdicts: readonly Verdict[]
  readonly log: ReadLog
}

/** Lets the reader look at everything that can be seen from outside. */
export async function examine(deps: {
  readonly world: World
  readonly http: HttpClient
  readonly accounts: readonly Account[]
  readonly calls: readonly Call[]
  readonly unsettled: readonly Call[]
}): Promise<Examined> {
  const { world, http, accounts, calls, unsettled } = deps
  const verdictOnKeys = await probeKeys(world, http, calls)
  const { log, views } = await readAtRest(world)
  const chains = foldChains(log.ledger)
  const evidence = { log, chains, views, accounts, calls, unsettled }
  return { verdicts: [...checks.map((check) => check(evidence)), verdictOnKeys(log.commands)], log }
}

const triesMax = 20
const pauseMs = 500

/**
 * The log and the views of one moment: a call whose caller has long given up may still come in
 * between the two, and then they are read again.
 */
async function readAtRest(world: World) {
  for (let tries = 1; ; tries += 1) {
    const log = await world.readLog()
    const views = await withClient(world.connection, readViews)
    const ends = [...(await world.ends()).values()].reduce((sum, end) => sum + end, 0)
    const atRest = Object.values(log).flat().length === ends && (await lagOf(world)).size === 0
    if (atRest || tries === triesMax) return { log, views }
    await pause(pauseMs)
  }
}
