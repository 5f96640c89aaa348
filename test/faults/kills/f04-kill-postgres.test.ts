import pg from 'pg'
import { until } from '../../until.ts'
import { fault } from '../harness/fault.ts'
import { isFinal } from '../harness/load/calls.ts'
import type { Run } from '../harness/run.ts'

const readyLimitMs = 60_000
/** Ten times in twenty seconds, and the service would rather be started anew than go on. */
const betweenMs = { short: [200, 800], long: [2_000, 3_000] } as const

/** Views and offsets move together or not at all, wherever in between the server dies. */
fault({
  name: 'F4',
  title: 'Postgres is killed -9 in the middle of a projection',
  oneModeInCi: true,
  async embedded({ world, form, random, load, http, figure }) {
    const kills = form.name === 'long' ? 10 : 3
    const [shortest, longest] = betweenMs[form.name]
    for (let count = 0; count < kills; count += 1) {
      await load.during(random.between(shortest, longest))
      await inAProjection(world.connection, async () => world.service.kill9Postgres())
      const asked = { url: world.service.url, method: 'GET', path: '/readyz' } as const
      const isReady = async () => (await http.send(asked)).status === 200
      await until('the service answers again', isReady, readyLimitMs)
    }
    figure('kills', kills)
  },
  async distributed({ world, form, random, load, figure, demand }) {
    const kills = form.name === 'long' ? 10 : 1
    const { postgres } = world.stack
    let served = 0
    for (let count = 0; count < kills; count += 1) {
      await load.during(random.between(500, 1_000))
      await inAProjection(world.connection, () => postgres.kill9())
      const diedAt = performance.now()
      await load.during(3_000)
      // Sent and answered while there was no Postgres at all.
      served += load.calls
        .flatMap(({ answers }) => answers)
        .filter((answer) => answer.sentAt > diedAt && isFinal(answer)).length
      await postgres.restart()
    }
    await world.ready()
    figure('kills', kills)
    figure('answered without Postgres', served)
    demand('I10', served > 0, 'no command succeeded while Postgres was away')
  },
})

/**
 * A lock on the last view that a projection writes stops it between its first statement and its
 * commit, so that the kill comes in the middle without luck.
 */
async function inAProjection(
  connection: Run['world']['connection'],
  act: () => Promise<void>,
): Promise<void> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  await client.query('begin; lock table usage in share row exclusive mode')
  const isWaiting = async () => {
    const { rows } = await client.query(
      `select from pg_locks where relation = 'usage'::regclass and not granted`,
    )
    return rows.length > 0
  }
  await until('a projection waits for the lock', isWaiting, readyLimitMs)
  await act()
  await client.end().catch(() => {})
}
