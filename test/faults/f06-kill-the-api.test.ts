import { fault } from './harness/fault.ts'
import { pause } from './harness/load.ts'

const burst = 60
const longestFlightMs = 15

/** Callers hang up on a dead API: what they asked may have happened, and they ask again. */
fault({
  name: 'F6',
  title: 'the API is killed -9 with requests in flight',
  async embedded({ world, form, random, load, figure }) {
    const kills = form.name === 'long' ? 10 : 3
    let cut = 0
    for (let count = 0; count < kills; count += 1) {
      await load.during(random.between(300, 1_000))
      const flying = Array.from({ length: burst }, () => load.one())
      await pause(random.between(0, longestFlightMs))
      await world.service.kill9()
      await world.service.restart()
      const calls = await Promise.all(flying)
      cut += calls.filter(({ answers }) => answers[0]?.status === null).length
    }
    figure('kills', kills)
    figure('cut in flight', cut)
  },
})
