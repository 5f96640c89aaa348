import { setTimeout as pause } from 'node:timers/promises'
import { fault } from '../harness/fault.ts'
import { isRefusedForNow, openCalls } from '../harness/load/calls.ts'
import type { Load } from '../harness/load/load.ts'

/** More callers than may wait at once (1,000): what is above the limit is turned away. */
const crowd = 1_600
const arrivalMs = 3_000
const memoryLimitMb = 400
const lookEveryMs = 200

/** Overload is refused at the door, in time and in memory that does not grow. */
fault({
  name: 'F14',
  title: 'slow projections and slow billing under twice what they can take',
  oneModeInCi: true,
  async both({ world, form, accounts, random, startLoad, figure, demand }) {
    // One door for all of them, so that its limit is what they meet.
    const [url] = world.urls()
    const load = startLoad(openCalls(accounts, random), 0, () => [url ?? ''])
    world.bend('all', { slowProjectionMs: 50, slowBillingMs: 200 })
    const memory: number[] = []
    const looking = setInterval(() => memory.push(...world.memory()), lookEveryMs)
    await overload(load, form.name === 'long' ? 120_000 : 6_000)
    clearInterval(looking)
    world.bend('all', {})
    const answers = load.calls.flatMap((call) => call.answers)
    const refused = answers.filter(({ status }) => status === 429 || status === 503)
    const highest = Math.round(Math.max(...memory))
    figure('refused', refused.length)
    figure('answered', answers.filter((answer) => !isRefusedForNow(answer)).length)
    figure('memory MB', highest)
    // In the short form a machine may take them in so slowly that never so many are inside.
    const turnedAway = refused.length > 0 || form.name === 'short'
    demand('I10', turnedAway, 'nobody was refused above the written limit')
    demand('I10', highest < memoryLimitMb, `a process grew to ${highest} MB`)
    const hinted = refused.every(({ headers }) => Number(headers['retry-after']) >= 1)
    demand('I10', hinted, 'a refusal does not say when to come back')
  },
})

/** Each of the crowd asks again as soon as it is answered, or a second after it was refused. */
async function overload(load: Load, ms: number): Promise<void> {
  const until = performance.now() + ms
  const caller = async (number: number) => {
    // Not all in one instant: the queue for new connections would be what overflows.
    await pause((number * arrivalMs) / crowd)
    while (performance.now() < until) {
      const { answers } = await load.one()
      const last = answers.at(-1)
      if (!last || isRefusedForNow(last)) await pause(1_000)
    }
  }
  await Promise.all(Array.from({ length: crowd }, (_, number) => caller(number)))
}
