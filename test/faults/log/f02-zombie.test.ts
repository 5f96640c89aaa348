import { setTimeout as pause } from 'node:timers/promises'
import { fault } from '../harness/fault.ts'

/** A session ends after six seconds: from then on another worker has the partitions. */
const longerThanASession = { short: 8_000, long: 15_000 }

/** A worker that was stopped does not know it: it goes on where it was, beside its successor. */
fault({
  name: 'F2',
  title: 'a billing worker is stopped, its partitions are taken over, and it goes on as a zombie',
  async distributed({ world, form, random, load, figure }) {
    const times = form.name === 'long' ? 5 : 1
    const fencedBefore = (await world.readLog()).ledger.length
    for (let count = 0; count < times; count += 1) {
      const workers = world.of('bill')
      const zombie = workers[random.below(workers.length)]
      zombie?.pause()
      await load.during(longerThanASession[form.name])
      zombie?.resume()
      await pause(1_000)
    }
    await world.ready()
    figure('zombies', times)
    figure('entries appended meanwhile', (await world.readLog()).ledger.length - fencedBefore)
  },
})
