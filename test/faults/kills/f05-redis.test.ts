import { Redis } from 'ioredis'
import { until } from '../../until.ts'
import { fault } from '../harness/fault.ts'
import { headerOf, isFinal } from '../harness/load/calls.ts'
import { latencyOf } from '../harness/times.ts'

const awayMs = { short: 3_000, long: 10_000 }
const cuts = { short: 2, long: 5 }
const cutEveryMs = 2_000
/** The API waits five seconds for a reply before it answers otherwise. */
const syncTimeoutMs = 5_000
const directAgainMs = 3_000

/** Replies are hints: without Redis answers come from the views, and nothing is refused. */
fault({
  name: 'F5',
  title: 'Redis is killed -9, and its subscribers are cut off',
  async distributed({ world, form, load, figure, demand }) {
    const { redis } = world.stack
    const first = load.calls.length
    await redis.kill9()
    await load.during(awayMs[form.name])
    await redis.restart()
    const backAt = performance.now()
    const isDirect = () =>
      load.calls
        .slice(first)
        .some(
          (call) => call.dueAt > backAt && call.answers.some(isFinal) && latencyOf(call) < 1_000,
        )
    await until('replies come directly again', isDirect, form.recoveryLimitMs)
    const directAgain = Math.round(performance.now() - backAt)
    for (let cut = 0; cut < cuts[form.name]; cut += 1) {
      await cutSubscribers(redis.url)
      await load.during(cutEveryMs)
    }
    const answers = load.calls.slice(first).flatMap((call) => call.answers)
    const waits = answers.filter(({ status }) => status !== null)
    const longest = Math.max(...waits.map(({ sentAt, endedAt }) => endedAt - sentAt))
    const refused = answers.filter(({ status }) => status === 503 || status === 429)
    figure('direct again after, ms', directAgain)
    figure('longest answer, ms', Math.round(longest))
    figure('accepted (202)', answers.filter((answer) => headerOf(answer, 'location')).length)
    demand('I3', refused.length === 0, `${refused.length} calls were refused: ${refused[0]?.text}`)
    const longestAllowed = syncTimeoutMs + 1_000 * form.patience
    demand('I3', longest <= longestAllowed, `an answer took ${longest} ms`)
    const limitMs = directAgainMs * form.patience
    demand('I10', directAgain <= limitMs, `direct replies came after ${directAgain} ms only`)
  },
})

async function cutSubscribers(url: string): Promise<void> {
  const client = new Redis(url, { maxRetriesPerRequest: 1 })
  client.on('error', () => {})
  try {
    await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
  } finally {
    client.disconnect()
  }
}
