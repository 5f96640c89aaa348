import pg from 'pg'
import { until } from '../scenarios/until.ts'
import { fault } from './harness/fault.ts'
import type { Run } from './harness/run.ts'

/** Views and offsets move together or not at all, wherever in between the server dies. */
fault({
  name: 'F4',
  title: 'Postgres is killed -9 in the middle of a projection',
  async embedded({ world, form, random, load, http, figure }) {
    const kills = form.name === 'long' ? 10 : 3
    for (let count = 0; count < kills; count += 1) {
      await load.during(random.between(200, 800))
      await inAProjection(world.connection, async () => world.service.kill9Postgres())
      await until(
        'the service answers again',
        async () => {
          const asked = { url: world.service.url, method: 'GET', path: '/readyz' } as const
          return (await http.send(asked)).status === 200
        },
        30_000,
      )
    }
    figure('kills', kills)
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
  await until('a projection waits for the lock', async () => {
    const { rows } = await client.query(
      `select from pg_locks where relation = 'usage'::regclass and not granted`,
    )
    return rows.length > 0
  })
  await act()
  await client.end().catch(() => {})
}
