import type { Queryable } from '../db/pool.ts'
import { patiently } from '../db/pool.ts'
import type { KeptTable } from './kept-beyond-log.ts'
import { keepWhatTheLogDoesNotSay } from './kept-beyond-log.ts'
import { viewTables } from './views.ts'

/**
 * Tables like the live views', in a schema of their own that is searched first: the very statements
 * of the views then write there.
 */
const beside = 'views_beside'
const retired = 'views_retired'
const lockTimeoutMs = 5_000
const triesMax = 12

/** Nothing looks anything up in these while they are filled: indexing them at the end is faster. */
const indexedLate: ReadonlySet<string> = new Set(['entries'])

export async function createBeside(client: Queryable): Promise<void> {
  await client.query(`drop schema if exists ${beside} cascade; create schema ${beside}`)
  for (const table of viewTables) {
    await client.query(`create table ${beside}.${table}
      (like public.${table} including defaults including constraints including storage)`)
    if (!indexedLate.has(table)) await indexLike(client, table)
  }
  await client.query(`set search_path to ${beside}, public`)
}

/**
 * Until the commits: Postgres need not log what goes into tables that were emptied in the same
 * transaction, where its `wal_level` is minimal, as the embedded one's is. Only these are locked,
 * so the entries that are copied cannot be looked into: others find none in a table that they see
 * first. None is asked for that was copied, as enrichments are folded before the first entry.
 */
export async function beginFilling(client: Queryable, copier: Queryable): Promise<void> {
  const others = viewTables.filter((table) => !indexedLate.has(table))
  await client.query(`begin; truncate ${others.map((table) => `${beside}.${table}`).join(', ')}`)
  await copier.query(`set search_path to ${beside}, public; begin`)
  for (const table of indexedLate) {
    await client.query(`create temporary table ${table} (like public.${table}) on commit drop`)
    await copier.query(`truncate ${beside}.${table}`)
  }
}

/** Room in which a million entries are sorted without a file between: 3.7 s instead of 5.2. */
const roomForSorting = '128MB'

export async function endFilling(client: Queryable, copier: Queryable): Promise<void> {
  await copier.query(`set maintenance_work_mem to '${roomForSorting}'`)
  for (const table of indexedLate) await indexLike(copier, table)
  await copier.query(patiently('commit'))
  await client.query(patiently('commit'))
  for (const table of viewTables) await client.query(patiently(`analyze ${beside}.${table}`))
}

/** Under the live ones' own names, which later migrations may speak of. */
async function indexLike(client: Queryable, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string; kind: string | null }>(
    `select i.relname as name, pg_get_indexdef(x.indexrelid) as definition, c.contype as kind
      from pg_index x join pg_class i on i.oid = x.indexrelid
        left join pg_constraint c on c.conindid = x.indexrelid and c.contype in ('p', 'u')
      where x.indrelid = ('public.' || $1)::regclass`,
    [table],
  )
  for (const { name, definition, kind } of rows) {
    const there = definition.replace(` ON public.${table} `, ` ON ${beside}.${table} `)
    await client.query(patiently(there))
    if (kind === null) continue
    const constraint = kind === 'p' ? 'primary key' : 'unique'
    await client.query(
      `alter table ${beside}.${table} add constraint "${name}" ${constraint} using index "${name}"`,
    )
  }
}

type ViewOffsets = ReadonlyMap<string, number>

/**
 * The live views stand still while their offsets are locked: the fold goes on to exactly there, and
 * the tables change places. Readers wait for a moment; whoever has a statement prepared finds the
 * new tables by their names. Gives the live tables that had damaged pages.
 */
export async function swapIn(
  client: Queryable,
  catchUp: (live: ViewOffsets) => Promise<ViewOffsets>,
): Promise<readonly KeptTable[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await swapOnce(client, catchUp)
    } catch (error) {
      await client.query('rollback')
      // A long reader holds a table: everybody behind us goes first, then we try again.
      if (!isLockTimeout(error) || tries === triesMax) throw error
    }
  }
}

async function swapOnce(
  client: Queryable,
  catchUp: (live: ViewOffsets) => Promise<ViewOffsets>,
): Promise<readonly KeptTable[]> {
  await client.query(`begin; set local lock_timeout to ${lockTimeoutMs}`)
  await client.query('set local synchronous_commit to on')
  const tables = viewTables.map((table) => `public.${table}`)
  await client.query(`lock table public.view_offsets, ${tables.join(', ')}`)
  const offsets = await catchUp(await liveOffsets(client))
  await moveOffsets(client, offsets)
  const damaged = await keepWhatTheLogDoesNotSay(client, beside)
  await client.query(`drop schema if exists ${retired} cascade; create schema ${retired}`)
  for (const table of viewTables) {
    await client.query(`alter table public.${table} set schema ${retired}`)
    await client.query(`alter table ${beside}.${table} set schema public`)
  }
  await client.query(`drop schema ${retired} cascade; drop schema ${beside} cascade; commit`)
  return damaged
}

async function liveOffsets(client: Queryable): Promise<ViewOffsets> {
  const { rows } = await client.query<{ topic: string; partition: number; off: string }>(
    'select topic, partition, off from public.view_offsets',
  )
  return new Map(rows.map(({ topic, partition, off }) => [`${topic}/${partition}`, Number(off)]))
}

/** Where the fold is further than the live views were, they go on from there. */
async function moveOffsets(client: Queryable, offsets: ViewOffsets): Promise<void> {
  for (const [place, offset] of offsets) {
    const [topic, partition] = place.split('/')
    await client.query(
      `insert into public.view_offsets as live (topic, partition, off) values ($1, $2, $3)
        on conflict (topic, partition) do update set off = greatest(live.off, excluded.off)`,
      [topic, partition, offset],
    )
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}
