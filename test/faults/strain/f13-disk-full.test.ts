import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { until } from '../../until.ts'
import { fault } from '../harness/fault.ts'
import type { Run } from '../harness/run.ts'
import { openDistributedWorld } from '../harness/world/distributed-world.ts'
import type { EmbeddedWorld } from '../harness/world/embedded-world.ts'
import { openEmbeddedWorld } from '../harness/world/embedded-world.ts'

const sizeMb = 900
const noticeLimitMs = 120_000
const leftBytes = 256 * 1_024
const chunkBytes = 1_000_000

/** A file system of its own, small enough to be filled. Mounting one takes root. */
const disk = mkdtempSync(join(tmpdir(), 'disk-'))
const mounted = run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=755`, 'tmpfs', disk])
afterAll(() => {
  if (mounted) run('umount', ['--lazy', disk])
  rmSync(disk, { recursive: true, force: true })
})

/** What could not be written is not acknowledged; once there is room, all goes on by itself. */
fault({
  name: 'F13',
  title: 'the disk is full under the log and Postgres',
  skipped: mounted ? null : 'a tmpfs cannot be mounted here',
  distributedOnlyLong: true,
  worlds: {
    embedded: () => openEmbeddedWorld({ DATA_DIR: folder('data') }),
    distributed: () =>
      openDistributedWorld({ brokerDir: folder('broker'), postgresDir: folder('postgres') }),
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

/** Others than their owner must be able to pass: Postgres runs as a user of its own. */
function folder(name: string): string {
  const made = mkdtempSync(join(disk, `${name}-`))
  chmodSync(made, 0o755)
  return made
}

async function fillAndFree({ form, load, figure }: Run): Promise<void> {
  figure('MB filled', Math.round(fill() / chunkBytes))
  const first = load.calls.length
  const isNoticed = () =>
    load.calls.slice(first).some(({ answers }) => answers.some((answer) => isRefusal(answer)))
  await until('callers notice', isNoticed, noticeLimitMs)
  await load.during(form.name === 'long' ? 20_000 : 3_000)
  truncateSync(join(disk, 'filler'), 0)
}

const isRefusal = ({ status }: { readonly status: number | null }) =>
  status === null || status === 503

/** Leaves less than a page of a table and a segment of the write-ahead log need. */
function fill(): number {
  const file = join(disk, 'filler')
  let filled = 0
  for (;;) {
    const { bavail, bsize } = statfsSync(disk)
    const bytes = Math.min(chunkBytes, bavail * bsize - leftBytes)
    if (bytes <= 0) return filled
    writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' })
    filled += bytes
  }
}

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

function run(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args).status === 0
}
