import { setTimeout as pause } from 'node:timers/promises'
import { fault } from '../harness/fault.ts'
import type { Call } from '../harness/load/calls.ts'
import type { Load } from '../harness/load/load.ts'
import type { Random } from '../harness/load/random.ts'

const burst = 60
const longestFlightMs = 15

/** Callers hang up on a dead API: what they asked may have happened, and they ask again. */
fault({
  name: 'F6',
  title: 'the API is killed -9 with requests in flight',
  oneModeInCi: true,
  async embedded({ world, form, random, load, figure }) {
    const kills = form.name === 'long' ? 10 : 2
    let cut = 0
    for (let count = 0; count < kills; count += 1) {
      await load.during(random.between(300, 1_000))
      const flying = inFlight(load)
      await pause(random.between(0, longestFlightMs))
      await world.service.kill9()
      await world.service.restart()
      cut += cutOff(await flying)
    }
    figure('kills', kills)
    figure('cut in flight', cut)
  },
  async distributed({ world, form, random, load, figure }) {
    const kills = form.name === 'long' ? 10 : 2
    let cut = 0
    for (let count = 0; count < kills; count += 1) {
      await load.during(random.between(300, 1_000))
      const flying = inFlight(load)
      await pause(random.between(0, longestFlightMs))
      const api = oneOf(world.of('api'), random)
      await api.kill9()
      await api.ready()
      cut += cutOff(await flying)
    }
    figure('kills', kills)
    figure('cut in flight', cut)
  },
})

function inFlight(load: Load): Promise<readonly Call[]> {
  return Promise.all(Array.from({ length: burst }, () => load.one()))
}

function cutOff(calls: readonly Call[]): number {
  return calls.filter(({ answers }) => answers[0]?.status === null).length
}

function oneOf<T>(some: readonly T[], random: Random): T {
  return some[random.below(some.length)] as T // as: there is at least one.
}
