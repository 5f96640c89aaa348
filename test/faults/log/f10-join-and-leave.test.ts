import { fault } from '../harness/fault.ts'

const changes = { short: 2, long: 12 }
const everyMs = { short: 3_000, long: 5_000 }
const progressLimitMs = 10_000

/** Partitions wander from worker to worker, and the log goes on through every change. */
fault({
  name: 'F10',
  title: 'a billing worker joins or leaves every few seconds',
  async distributed({ world, form, load, stallSince, figure, demand }) {
    const from = Date.now()
    const guest = await world.add('bill-guest', 'bill')
    for (let change = 1; change < changes[form.name]; change += 1) {
      await load.during(everyMs[form.name])
      await (change % 2 === 1 ? guest.stop() : guest.start())
    }
    await guest.stop()
    await load.during(1_000)
    const stall = await stallSince(from)
    figure('changes', changes[form.name])
    figure('longest without progress, ms', stall)
    const limitMs = progressLimitMs * form.patience
    demand('I10', stall <= limitMs, `a partition stood still for ${stall} ms`)
  },
})
