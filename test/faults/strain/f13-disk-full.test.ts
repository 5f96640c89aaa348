import { afterAll } from 'vitest'
import { mountSmallDisk } from '../../small-disk.ts'
import { until } from '../../until.ts'
import { fault } from '../harness/fault.ts'
import type { Run } from '../harness/run.ts'
import { openDistributedWorld } from '../harness/world/distributed-world.ts'
import type { EmbeddedWorld } from '../harness/world/embedded-world.ts'
import { openEmbeddedWorld } from '../harness/world/embedded-world.ts'

const noticeLimitMs = 120_000
/** Less than a page of a table and a segment of the write-ahead log need. */
const leftBytes = 256 * 1_024

const disk = mountSmallDisk(900)
afterAll(disk.close)

/** Writes that failed are not acknowledged; once there is room, all goes on by itself. */
fault({
  name: 'F13',
  title: 'the disk is full under the log and Postgres',
  skipped: disk.skipped,
  distributedOnlyLong: true,
  worlds: {
    embedded: () => openEmbeddedWorld({ DATA_DIR: disk.folder('data') }),
    distributed: () =>
      openDistributedWorld({
        brokerDir: disk.folder('broker'),
        postgresDir: disk.folder('postgres'),
      }),
  },
  async embedded(run) {
    await fillAndFree(run)
    run.figure('restarts', await serveAgain(run.world))
  },
  async distributed(run) {
    await fillAndFree(run)
    const { broker, postgres } = run.world.stack
    // Both give up rather than go on without a disk, and whoever watches over them starts them.
    const ended = [broker, postgres].filter((server) => !server.isRunning())
    for (const server of ended) await server.restart()
    await run.world.ready()
    run.figure('servers that had ended', ended.length)
  },
})

async function fillAndFree({ form, load, figure }: Run): Promise<void> {
  figure('MB filled', Math.round(disk.fill(leftBytes) / 1_000_000))
  const first = load.calls.length
  const isNoticed = () =>
    load.calls.slice(first).some(({ answers }) => answers.some((answer) => isRefusal(answer)))
  await until('callers notice', isNoticed, noticeLimitMs)
  await load.during(form.name === 'long' ? 20_000 : 3_000)
  disk.empty()
}

const isRefusal = ({ status }: { readonly status: number | null }) =>
  status === null || status === 503

/** A service that failed too often has ended, and whoever watches over it starts it again. */
async function serveAgain({ service }: EmbeddedWorld): Promise<number> {
  const answers = () =>
    fetch(`${service.url}/readyz`).then(
      ({ status }) => (status === 200 ? 'ready' : 'not yet'),
      () => 'ended',
    )
  const state = await until(
    'it is ready or has ended',
    async () => {
      const answer = await answers()
      return answer !== 'not yet' && answer
    },
    60_000,
  )
  if (state === 'ready') return 0
  await service.restart()
  return 1
}
