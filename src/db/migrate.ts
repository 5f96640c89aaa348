import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { packageRoot } from '../config/paths.ts'
import { CodedError } from '../errors.ts'
import type { Connection } from './pool.ts'
import { column, connectFirst } from './pool.ts'

const folder = join(packageRoot, 'infra', 'migrations')
/** Any number will do, as long as every release uses the same one. */
const migrationLock = 7_233_001

/**
 * Applies what is missing, in order, all of it or nothing: one flush of the disk serves a new
 * database, and one that another release filled is never left halfway. Two at once wait for each
 * other.
 */
export async function migrate(connection: Connection): Promise<readonly string[]> {
  const client = await connectFirst(connection)
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(
      'create table if not exists migrations (name text primary key, at timestamptz default now())',
    )
    const missing = await findMissing(client)
    if (missing.length > 0) await apply(client, missing)
    return missing
  } finally {
    await client.end()
  }
}

async function findMissing(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  const applied = new Set(rows.map(({ name }) => name))
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const unknown = [...applied].filter((name) => !files.includes(name))
  if (unknown.length > 0) {
    throw new CodedError(
      'start_refused',
      `the database was migrated by a newer release (${unknown.join(', ')}); start that release`,
    )
  }
  return files.filter((name) => !applied.has(name))
}

async function apply(client: pg.Client, names: readonly string[]): Promise<void> {
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  await client.query('begin')
  try {
    for (const text of texts) await client.query(text)
    await client.query(`insert into migrations (name) select string_to_table($1, e'\\n')`, [
      column(names),
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
