import { setTimeout as pause } from 'node:timers/promises'
import { fault } from '../harness/fault.ts'
import type { Mishap } from '../harness/world/kafka-proxy.ts'

const mishaps: readonly Mishap[] = ['cut', 'lost', 'late']
const ofEach = { short: 3, long: 20 }
const stuckLimitMs = 5_000
const betweenMs = 150

/**
 * An append happens and its acknowledgement does not come back: the connection breaks, or nothing
 * comes at all, or it comes when nobody waits any more. The caller of the append repeats it.
 */
fault({
  name: 'F7',
  title: 'acknowledgements of appends are cut off, lost, and late',
  async distributed({ world, form, load, stallSince, figure, demand }) {
    const from = Date.now()
    for (let count = 0; count < ofEach[form.name]; count += 1) {
      for (const mishap of mishaps) {
        await world.stack.proxy.befall(mishap)
        await pause(betweenMs)
      }
    }
    // The last late one is still to come.
    await load.during(7_000)
    const stuck = await stallSince(from)
    figure('mishaps', mishaps.length * ofEach[form.name])
    figure('longest stuck, ms', stuck)
    demand('I7', stuck <= stuckLimitMs * form.patience, `a partition was stuck for ${stuck} ms`)
  },
})
