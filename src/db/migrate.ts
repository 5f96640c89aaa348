import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { packageRoot } from '../config/paths.ts'
import { CodedError } from '../errors.ts'
import { type Connection, connectFirst } from './pool.ts'

const folder = join(packageRoot, 'infra', 'migrations')
/** Any number will do, as long as every release uses the same one. */
const migrationLock = 7_233_001

/** Applies what is missing, in order, each in a transaction; two at once wait for each other. */
export async function migrate(connection: Connection): Promise<readonly string[]> {
  const client = await connectFirst(connection)
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(
      'create table if not exists migrations (name text primary key, at timestamptz default now())',
    )
    return await applyMissing(client)
  } finally {
    await client.end()
  }
}

async function applyMissing(client: pg.Client): Promise<readonly string[]> {
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
  const missing = files.filter((name) => !applied.has(name))
  for (const name of missing) await apply(client, name)
  return missing
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const sql = await readFile(join(folder, name), 'utf8')
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
