import { fault } from '../harness/fault.ts'
import type { Run } from '../harness/run.ts'
import type { DistributedWorld } from '../harness/world/distributed-world.ts'
import { withClient } from '../harness/world/embedded-world.ts'
import type { World } from '../harness/world/world.ts'
import type { LoggedRecord } from '../reader/log.ts'

const everyNth = 20
const setBackBy = 1_000

/** At least once, made visible: commands come again, and whole stretches of the log. */
fault({
  name: 'F8',
  oneModeInCi: true,
  title: '5 % of the commands are appended again, and offsets set back by 1,000',
  async embedded(run) {
    const { world, load, figure } = run
    figure('appended again', await appendAgain(run))
    await load.during(1_000)
    // Stopped first, so that the service cannot store its own offsets over these.
    process.kill(world.service.pid(), 'SIGSTOP')
    figure('delivered again', await setBackInPostgres(world.connection))
    await world.service.kill9()
    await world.service.restart()
  },
  async distributed(run) {
    const { world, load, figure } = run
    figure('appended again', await appendAgain(run))
    await load.during(1_000)
    // Only a group without members lets its offsets be set.
    const workers = [...world.of('enrich'), ...world.of('bill')]
    await Promise.all(workers.map((worker) => worker.stop()))
    figure('delivered again', await setBackOnKafka(world))
    await Promise.all(workers.map((worker) => worker.start()))
  },
})

async function appendAgain({ world, accounts }: Run): Promise<number> {
  const ours = new Set(accounts.map(({ id }) => id))
  const { commands } = await world.readLog()
  const again: readonly LoggedRecord[] = commands
    .filter(({ key }) => ours.has(key))
    .filter((_, index) => index % everyNth === 0)
  await world.append(
    'commands',
    again.map(({ key, bytes }) => ({ key, value: bytes })),
  )
  return again.length
}

/** Gives the number of records that will be delivered a second time. */
async function setBackInPostgres(connection: World['connection']): Promise<number> {
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

async function setBackOnKafka(world: DistributedWorld): Promise<number> {
  const admin = world.kafka.admin()
  await admin.connect()
  let again = 0
  for (const [groupId, topics] of [
    ['enrich', ['commands']],
    ['bill', ['enrichments', 'orders']],
  ] as const) {
    const committed = await admin.fetchOffsets({ groupId, topics: [...topics] })
    const moved = committed.flatMap(({ topic, partitions }) =>
      partitions.map(({ partition, offset }) => {
        const from = Math.max(0, Number(offset) - setBackBy)
        again += Math.max(0, Number(offset)) - from
        return { topic, partition, offset: String(from) }
      }),
    )
    await commitAsMember(world, groupId, moved)
  }
  await admin.disconnect()
  return again
}

/** Does as the client's `setOffsets`, without its five idle seconds for each topic. */
async function commitAsMember(
  { kafka }: DistributedWorld,
  groupId: string,
  offsets: readonly TopicPartitionOffset[],
): Promise<void> {
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100 })
  await consumer.connect()
  try {
    await consumer.subscribe({ topics: [...new Set(offsets.map(({ topic }) => topic))] })
    const joined = new Promise((resolve) => consumer.on(consumer.events.GROUP_JOIN, resolve))
    await consumer.run({ autoCommit: false, eachBatch: async () => {} })
    await joined
    await consumer.commitOffsets([...offsets])
  } finally {
    await consumer.disconnect()
  }
}

interface TopicPartitionOffset {
  readonly topic: string
  readonly partition: number
  readonly offset: string
}
