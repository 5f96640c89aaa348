import { fault } from '../harness/fault.ts'
import type { Call } from '../harness/load/calls.ts'
import { openCalls } from '../harness/load/calls.ts'
import { dueWithin, p99 } from '../harness/times.ts'

const othersPerSecond = 60

/**
 * An account's entries are decided one after the other, and that must delay nobody else. The others
 * are compared with themselves under the same load when it is spread over all accounts.
 */
fault({
  name: 'F15',
  title: 'one hot account takes all the load',
  oneModeInCi: true,
  perSecond: othersPerSecond,
  async both({ accounts, form, random, load, startLoad, figure, demand }) {
    const phaseMs = form.name === 'long' ? 60_000 : 4_000
    const others = (calls: readonly Call[]) =>
      calls.filter(({ account }) => account.id !== accounts[0]?.id)
    async function beside(loaded: typeof accounts): Promise<number> {
      const from = performance.now()
      const more = startLoad(openCalls(loaded, random), form.perSecond)
      await load.during(phaseMs)
      await more.stop()
      return p99(others(dueWithin(load.calls, from, from + phaseMs)))
    }
    const spread = await beside(accounts)
    const hot = await beside(accounts.slice(0, 1))
    const limitMs = Math.max(1.5 * spread, form.calmMs * form.patience)
    figure("the others' p99 under a spread load", Math.round(spread))
    figure('and under a hot account', Math.round(hot))
    demand('I10', hot <= limitMs, `the others' p99 went from ${spread} to ${hot} ms`)
  },
})
