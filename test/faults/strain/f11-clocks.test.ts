import { fault } from '../harness/fault.ts'
import { drained } from '../harness/recovery.ts'

const minute = 60_000
const turnsMax = 15

/** Clocks decide nothing about money, and an account's entries never go back in time. */
fault({
  name: 'F11',
  title: 'clocks are off by ± 5 and + 70 minutes, and jump',
  oneModeInCi: true,
  async both({ world, form, load, figure, demand }) {
    const phaseMs = form.name === 'long' ? 20_000 : 1_500
    const before = Date.now()
    const furthest = async () => {
      const { ledger } = await world.readLog()
      const times = ledger.map(({ message }) => Date.parse(String(message?.at)) || 0)
      return times.reduce((last, time) => Math.max(last, time), 0)
    }
    for (const shiftMs of [-5 * minute, 5 * minute]) {
      world.bend('all', { clockMs: shiftMs })
      world.bend('api', { clockMs: 70 * minute })
      await load.during(phaseMs)
    }
    // A jump of its clock may cost a worker its place in the group: it has to be back once.
    for (let turns = 0; turns < turnsMax && (await furthest()) < before + 4 * minute; turns += 1) {
      await load.during(1_000)
    }
    world.bend('all', { clockMs: -5 * minute })
    await load.during(phaseMs)
    const last = await furthest()
    figure('entries ahead of the clock by, min', Math.round((last - before) / minute))
    demand('I5', last > before + 4 * minute, 'the clocks were never bent')
    world.bend('all', {})
    // The last jump may cost one its place as well; in one process there is none to lose.
    if (world.mode === 'distributed') await drained(world)
  },
})
