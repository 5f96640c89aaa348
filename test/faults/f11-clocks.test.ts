import { fault } from './harness/fault.ts'

const minute = 60_000

/** Clocks decide nothing about money, and an account's entries never go back in time. */
fault({
  name: 'F11',
  title: 'clocks are off by ± 5 and + 70 minutes, and jump',
  async both({ world, form, load, figure, demand }) {
    const phaseMs = form.name === 'long' ? 20_000 : 1_500
    const before = Date.now()
    for (const shiftMs of [-5 * minute, 5 * minute]) {
      world.bend('all', { clockMs: shiftMs })
      world.bend('api', { clockMs: 70 * minute })
      await load.during(phaseMs)
    }
    world.bend('all', { clockMs: -5 * minute })
    await load.during(phaseMs)
    const { ledger } = await world.readLog()
    const furthest = Math.max(...ledger.map(({ message }) => Date.parse(String(message?.at)) || 0))
    figure('entries ahead of the clock by, min', Math.round((furthest - before) / minute))
    demand('I5', furthest > before + 4 * minute, 'the clocks were never bent')
    world.bend('all', {})
  },
})
