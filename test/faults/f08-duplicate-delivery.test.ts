import { withClient } from './harness/embedded-world.ts'
import { fault } from './harness/fault.ts'
import type { Appended, World } from './harness/world.ts'

const everyNth = 20
const setBackBy = 1_000

/** At least once, made visible: commands come again, and whole stretches of the log. */
fault({
  name: 'F8',
  title: '5 % of the commands are appended again, and offsets set back by 1,000',
  async embedded({ world, load, figure }) {
    figure('appended again', await appendAgain(world))
    await load.during(1_000)
    // Stopped first, so that the service cannot store its own offsets over these.
    process.kill(world.service.pid(), 'SIGSTOP')
    figure('delivered again', await setBack(world.connection))
    await world.service.kill9()
    await world.service.restart()
  },
})

async function appendAgain(world: World): Promise<number> {
  const { commands } = await world.readLog()
  const again: readonly Appended[] = commands
    .filter((_, index) => index % everyNth === 0)
    .map(({ key, bytes }) => ({ key, value: bytes }))
  await world.append('commands', again)
  return again.length
}

/** Gives the number of records that will be delivered a second time. */
async function setBack(connection: World['connection']): Promise<number> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ again: string }>(
      `with before as (select * from log.group_offsets where group_name in ('enrich', 'bill')),
        moved as (update log.group_offsets g set off = greatest(0, g.off - $1) from before b
          where (g.group_name, g.topic, g.partition) = (b.group_name, b.topic, b.partition)
          returning b.off - g.off as again)
        select sum(again) as again from moved`,
      [setBackBy],
    )
    return Number(rows[0]?.again ?? 0)
  })
}
