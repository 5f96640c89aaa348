import { until } from '../../scenarios/until.ts'
import type { Verdict } from '../reader/evidence.ts'
import type { Call } from './calls.ts'
import type { Form } from './form.ts'
import type { Load } from './load.ts'
import { latencyOf, percentile, recoveredAfter } from './times.ts'
import type { World } from './world.ts'
import { lagOf } from './world.ts'

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
export async function drained(world: World): Promise<number> {
  let lag = Number.POSITIVE_INFINITY
  const isZero = async () => {
    lag = await lagOf(world)
    return lag === 0
  }
  await until('the stages have done all', isZero, lagLimitMs).catch(() => {})
  return lag
}

/** I10: served as before, and nothing left behind. */
export function recoveryVerdict(recovery: number | null, lag: number, form: Form): Verdict {
  const faults: string[] = []
  if (recovery === null) faults.push(`not as before within ${form.recoveryLimitMs} ms`)
  if (lag > 0) faults.push(`a lag of ${lag} records remains`)
  return { invariant: 'I10', faults, figure: `as before after ${recovery} ms, lag ${lag}` }
}
