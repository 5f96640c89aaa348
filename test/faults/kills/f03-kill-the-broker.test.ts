import type { StackServer } from '../../../infra/stack/server.ts'
import { fault } from '../harness/fault.ts'
import type { Load } from '../harness/load/load.ts'

/** How long it is stopped, and how long away: longer than a client tries by default. */
const phases = { short: { stopped: 5_000, away: 2_000 }, long: { stopped: 12_000, away: 20_000 } }

/** Without the log nothing is promised, and what was promised is on it. */
fault({
  name: 'F3',
  title: 'the broker is killed -9, stopped, and away',
  async distributed({ world, form, load, figure, demand }) {
    const times = form.name === 'long' ? 5 : 1
    const { broker } = world.stack
    const first = load.calls.length
    for (let count = 0; count < times; count += 1) await attack(broker, load, phases[form.name])
    await world.ready()
    const statuses = new Map<string, number>()
    for (const { answers } of load.calls.slice(first)) {
      for (const { status } of answers) {
        statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1)
      }
    }
    figure('times', times)
    figure('answers', [...statuses].map(([status, count]) => `${status}: ${count}`).join(' '))
    const refused = statuses.get('202') ?? statuses.get('503') ?? 0
    demand('I3', refused > 0, 'nobody was told that the log is away')
  },
})

async function attack(
  broker: StackServer,
  load: Load,
  phase: { readonly stopped: number; readonly away: number },
): Promise<void> {
  await broker.kill9()
  await load.during(phase.away)
  await broker.restart()
  await load.during(1_000)
  broker.pause()
  await load.during(phase.stopped)
  broker.resume()
  await load.during(1_000)
}
