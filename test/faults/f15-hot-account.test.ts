import type { Call } from './harness/calls.ts'
import { openCalls } from './harness/calls.ts'
import { fault } from './harness/fault.ts'
import { perSecond } from './harness/form.ts'
import { dueWithin, p99 } from './harness/times.ts'

const othersPerSecond = 60

/** All of an account's entries are decided one after the other; that must delay nobody else. */
fault({
  name: 'F15',
  title: 'one hot account takes all the load',
  perSecond: othersPerSecond,
  async embedded({ accounts, form, random, load, startLoad, figure, demand }) {
    const others = (calls: readonly Call[]) =>
      calls.filter(({ account }) => account.id !== accounts[0]?.id)
    const before = p99(others(load.calls))
    const from = performance.now()
    const hot = startLoad(openCalls(accounts.slice(0, 1), random), perSecond)
    await load.during(form.name === 'long' ? 60_000 : 6_000)
    await hot.stop()
    const during = p99(others(dueWithin(load.calls, from, performance.now())))
    const limitMs = Math.max(1.5 * before, form.calmP99Ms)
    figure('hot calls', hot.calls.length)
    figure('p99 of the others without it', Math.round(before))
    figure('p99 of the others beside it', Math.round(during))
    demand('I10', during <= limitMs, `the others' p99 went from ${before} to ${during} ms`)
  },
})
