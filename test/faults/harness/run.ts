import type { Verdict } from '../reader/evidence.ts'
import { examine } from './examine.ts'
import type { Figures } from './figures.ts'
import { record } from './figures.ts'
import type { Form } from './form.ts'
import { accountsCount } from './form.ts'
import type { Account } from './load/accounts.ts'
import { makeAccounts } from './load/accounts.ts'
import type { Call, DrawCall } from './load/calls.ts'
import { openCalls } from './load/calls.ts'
import type { HttpClient } from './load/http.ts'
import { openHttpClient } from './load/http.ts'
import type { Load } from './load/load.ts'
import { startLoad } from './load/load.ts'
import type { Random } from './load/random.ts'
import { randomFrom } from './load/random.ts'
import { drained, recover, recoveryVerdict } from './recovery.ts'
import { dueWithin, longestStall, p99 } from './times.ts'
import type { World } from './world/world.ts'

/** One fault in one mode with one seed, while it runs. */
export interface Run<W extends World = World> {
  readonly world: W
  readonly form: Form
  readonly random: Random
  readonly accounts: readonly Account[]
  /** The standard load, which goes on all the time. */
  readonly load: Load
  readonly http: HttpClient
  /** The longest time in which a partition settled nothing, since `from`, or up to `to`. */
  stallSince(from: number, to?: number): Promise<number>
  /** More load, of another kind. */
  startLoad(draw: DrawCall, perSecond: number, urls?: () => readonly string[]): Load
  /** A figure for the table. */
  figure(name: string, value: number | string): void
  /** The limits of the fault's harm beside the invariants. */
  demand(invariant: string, holds: boolean, what: string): void
}

export interface Seeded {
  readonly definition: { readonly name: string; readonly perSecond?: number }
  readonly form: Form
  readonly seed: number
}

const connections = 4_096
const settleLimitMs = 30_000

/** Load, the fault, healing, and then the reader's verdict on all that happened. */
export async function runFault<W extends World>(
  seeded: Seeded,
  world: W,
  inject: (run: Run<W>) => Promise<void>,
): Promise<readonly Verdict[]> {
  const http = openHttpClient(connections)
  try {
    return await conduct(seeded, { world, http, inject })
  } finally {
    http.close()
  }
}

interface Conducted<W extends World> {
  readonly world: W
  readonly http: HttpClient
  readonly inject: (run: Run<W>) => Promise<void>
}

async function conduct<W extends World>(
  { definition, form, seed }: Seeded,
  { world, http, inject }: Conducted<W>,
): Promise<readonly Verdict[]> {
  const random = randomFrom(seed)
  const { connection } = world
  const cents = centsOf(form.payers)
  const accounts = await makeAccounts({ connection, urls: world.urls(), http, cents })
  const figures: Figures = {}
  const demands: Verdict[] = []
  const loads: Load[] = []
  const begin = (draw: DrawCall, rate: number, urls = world.urls): Load => {
    const begun = startLoad({ urls, http, draw, perSecond: rate })
    loads.push(begun)
    return begun
  }
  const load = begin(openCalls(accounts, random), definition.perSecond ?? form.perSecond)
  try {
    await load.during(form.warmUpMs)
    const beganAt = performance.now()
    await load.during(form.baselineMs)
    const endedAt = performance.now()
    await load.during(form.answeredMs)
    // Only now, when they have their answers: those tell whose accounts had no credits left.
    const before = dueWithin(load.calls, beganAt, endedAt)
    const clockAt = Date.now()
    await inject({
      ...{ world, form, random, accounts, load, http, startLoad: begin },
      async stallSince(from, to = Date.now()) {
        return longestStall((await world.readLog()).ledger, { from, to })
      },
      figure(name, value) {
        figures[name] = value
      },
      demand(invariant, holds, what) {
        demands.push({ invariant, faults: holds ? [] : [what], figure: '' })
      },
    })
    const recovery = await recover(load, form, before)
    const stoppedAt = performance.now()
    const span = { from: clockAt, to: Date.now() }
    const { calls, unsettled } = await finish(loads)
    const lag = await drained(world)
    const examined = await examine({ world, http, accounts, calls, unsettled })
    const verdicts = [...examined.verdicts, recoveryVerdict(recovery, lag, form), ...demands]
    figures.calls = calls.length
    figures['stall ms'] = longestStall(examined.log.ledger, span)
    figures['recovery ms'] = recovery === null ? 'none' : Math.round(recovery)
    figures['p99 before'] = Math.round(p99(before))
    figures['p99 after'] = Math.round(p99(dueWithin(calls, stoppedAt - form.afterMs, stoppedAt)))
    record({ fault: definition.name, mode: world.mode, seed, form: form.name, verdicts, figures })
    return verdicts
  } finally {
    for (const begun of loads) await begun.stop()
  }
}

async function finish(loads: readonly Load[]) {
  const unsettled: Call[] = []
  for (const begun of loads) await begun.stop()
  for (const begun of loads) {
    for (const call of await begun.settle(settleLimitMs)) unsettled.push(call)
  }
  // Nothing is spread: an overload's calls are more than a function takes as arguments.
  return { calls: loads.flatMap((begun) => begun.calls), unsettled }
}

/** Most can pay for all they ask; some have little, and some only their free calls. */
export function centsOf(payers: number): readonly number[] {
  return Array.from({ length: accountsCount }, (_, index) => {
    if (index >= payers || index % 10 === 3) return 0
    return index % 10 === 5 ? 100 : 100_000
  })
}
