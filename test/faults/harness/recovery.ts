import { until } from '../../until.ts'
import type { Verdict } from '../reader/evidence.ts'
import type { Form } from './form.ts'
import type { Call } from './load/calls.ts'
import type { Load } from './load/load.ts'
import { latencyOf, percentile, recoveredAfter } from './times.ts'
import type { World } from './world/world.ts'
import { lagOf } from './world/world.ts'

const lagLimitMs = 15_000
const lookEveryMs = 250

/** The load goes on until the clients are served as before, or the time for it is up. */
export async function recover(
  load: Load,
  form: Form,
  before: readonly Call[],
): Promise<number | null> {
  const healedAt = performance.now()
  const share = form.recoveredShare
  const limitMs = Math.max(1.5 * percentile(before.map(latencyOf), share), form.calmMs)
  await load.during(form.afterMs)
  let recovery = recoveredAfter(load.calls, { healedAt, share, limitMs })
  while (recovery === null && performance.now() < healedAt + form.recoveryLimitMs) {
    await load.during(lookEveryMs)
    recovery = recoveredAfter(load.calls, { healedAt, share, limitMs })
  }
  return recovery
}

/** The records that the stages leave undone, once nobody adds any. */
export async function drained(world: World): Promise<Lags> {
  let lags: Lags = new Map()
  const isNothing = async () => {
    lags = await lagOf(world)
    return lags.size === 0
  }
  await until('the stages have done all', isNothing, lagLimitMs).catch(() => {})
  return lags
}

type Lags = ReadonlyMap<string, number>

/** I10: served as before, and nothing left behind. */
export function recoveryVerdict(recovery: number | null, lags: Lags, form: Form): Verdict {
  const faults: string[] = []
  if (recovery === null) faults.push(`not as before within ${form.recoveryLimitMs} ms`)
  const remaining = [...lags].map(([place, lag]) => `${place}: ${lag}`).join(', ')
  if (remaining !== '') faults.push(`a lag remains: ${remaining}`)
  return { invariant: 'I10', faults, figure: `as before after ${recovery} ms, ${lags.size} lags` }
}
