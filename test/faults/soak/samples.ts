import { readFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { residentMb, withClient } from '../harness/world/embedded-world.ts'
import { consumed, lagOf } from '../harness/world/world.ts'
import type { Member, SoakWorld } from './members.ts'

/** One look at the running service; null is what could not be seen because it was down. */
export interface Sample {
  /** From the beginning of the soak. */
  readonly atMs: number
  readonly memoryMb: Values
  readonly diskMb: Values
  /** Records that each group has not done yet. */
  readonly lag: Values
}

export type Values = Readonly<Record<string, number | null>>

export const sampleEveryMs = 5_000
const lookLimitMs = 4_000
const bytesOfAMb = 1_048_576
const bytesOfABlock = 512

/** Looks every five seconds until the signal; a look that takes too long is given up. */
export async function sample(
  world: SoakWorld,
  members: readonly Member[],
  during: { readonly beganAt: number; readonly signal: AbortSignal },
): Promise<readonly Sample[]> {
  const { beganAt, signal } = during
  const samples: Sample[] = []
  while (!signal.aborted) {
    samples.push(await look(world, members, performance.now() - beganAt))
    const dueAt = beganAt + samples.length * sampleEveryMs
    await pause(Math.max(0, dueAt - performance.now()), undefined, { signal }).catch(() => {})
  }
  return samples
}

async function look(world: SoakWorld, members: readonly Member[], atMs: number): Promise<Sample> {
  const [postgres, kafkaMb, lags] = await Promise.all([
    inTime(withClient(world.connection, askPostgres)),
    world.mode === 'distributed' ? inTime(logSizeMb(world)) : null,
    inTime(lagOf(world)),
  ])
  const kafka = world.mode === 'distributed' ? { 'kafka log': kafkaMb } : {}
  return {
    atMs: Math.round(atMs),
    memoryMb: { ...residentOf(members), postgres: postgres && postgresMb(postgres.pids) },
    diskMb: { database: postgres?.databaseMb ?? null, ...kafka, WAL: postgres?.walMb ?? null },
    lag: lagsOfGroups(lags),
  }
}

async function inTime<T>(looking: Promise<T>): Promise<T | null> {
  return Promise.race([looking.catch(() => null), pause(lookLimitMs, null, { ref: false })])
}

function residentOf(members: readonly Member[]): Values {
  const sums: Record<string, number | null> = {}
  for (const { role, pid } of members) {
    // A process that is down has none.
    if (pid !== null) sums[role] = (sums[role] ?? 0) + residentMb(pid()) || null
  }
  return sums
}

async function askPostgres(client: pg.Client) {
  const { rows } = await client.query<{ database: string; wal: string; pids: number[] }>(
    `select pg_database_size(current_database()) as database,
      (select sum(size) from pg_ls_waldir()) as wal,
      (select array_agg(pid) from pg_stat_activity) as pids`,
  )
  const [row] = rows
  return {
    databaseMb: Number(row?.database) / bytesOfAMb,
    walMb: Number(row?.wal) / bytesOfAMb,
    pids: row?.pids ?? [],
  }
}

/** Its processes share their buffers and their program: these count once. */
function postgresMb(pids: readonly number[]): number {
  const parts = pids.map((pid) => {
    const status = textOf(`/proc/${pid}/status`)
    const kb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
    return { own: kb('RssAnon'), shared: kb('RssShmem'), program: kb('RssFile') }
  })
  const own = parts.reduce((sum, part) => sum + part.own, 0)
  const shared = Math.max(...parts.map((part) => part.shared))
  const program = Math.max(...parts.map((part) => part.program))
  return (own + shared + program) / 1_024
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** By the blocks that are taken: the indexes of Kafka are files of 10 MB with little in them. */
async function logSizeMb(world: SoakWorld & { readonly mode: 'distributed' }): Promise<number> {
  const folders = world.stack.brokers.map(({ dir }) => join(dir, 'log'))
  let blocks = 0
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((each) => each.isFile())) {
      // A segment may be deleted between being listed and being looked at.
      const found = await stat(join(entry.parentPath, entry.name)).catch(() => null)
      blocks += found?.blocks ?? 0
    }
  }
  return (blocks * bytesOfABlock) / bytesOfAMb
}

function lagsOfGroups(lags: ReadonlyMap<string, number> | null): Values {
  const groups = [...new Set(consumed.map(({ group }) => group))]
  return Object.fromEntries(
    groups.map((group) => {
      const own = lags ? [...lags].filter(([place]) => place.startsWith(`${group}/`)) : null
      return [group, own?.reduce((sum, [, lag]) => sum + lag, 0) ?? null]
    }),
  )
}
