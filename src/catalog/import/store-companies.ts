import type { Queryable } from '../../db/pool.ts'
import { ImportRefused } from './import-refused.ts'
import { type ImportedCompany, weightOf } from './imported-company.ts'
import type { ImportedTable } from './imported-tables.ts'

/** Any number will do, as long as every release uses the same one. */
const importLock = 7_233_003

/** Two imports at once would write into one table. The lock goes with the connection. */
export async function lockImports(client: Queryable): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1) as locked',
    [importLock],
  )
  if (rows[0]?.locked !== true) throw new ImportRefused('Another import is running.')
}

export async function unlockImports(client: Queryable): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [importLock])
}

/** The leftovers of an import that broke off are dropped. */
export async function createStaging(client: Queryable, table: ImportedTable): Promise<void> {
  await client.query(`drop table if exists ${table}_next`)
  await client.query(
    `create unlogged table ${table}_next (
       name text not null, name_key text not null, domain text, industry text, founded_year int,
       hq text, employees text, description text, twitter text, linkedin text, facebook text,
       instagram text, youtube text, weight smallint not null)`,
  )
}

export async function dropStaging(client: Queryable, table: ImportedTable): Promise<void> {
  await client.query(`drop table if exists ${table}_next`)
}

export async function appendCompanies(
  client: Queryable,
  table: ImportedTable,
  companies: readonly ImportedCompany[],
): Promise<void> {
  const column = (value: (company: ImportedCompany) => string | number | null) =>
    companies.map((company) => {
      const cell = value(company)
      // Postgres stores no NUL in a text.
      return typeof cell === 'string' ? cell.replaceAll('\0', '') : cell
    })
  await client.query({
    name: `append ${table}`,
    text: `insert into ${table}_next
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[],
       $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[],
       $14::smallint[])`,
    values: [
      column(({ name }) => name),
      column(({ nameKey }) => nameKey),
      column(({ domain }) => domain),
      column(({ industry }) => industry),
      column(({ foundedYear }) => foundedYear),
      column(({ hq }) => hq),
      column(({ employees }) => employees),
      column(({ description }) => description),
      column(({ twitter }) => twitter),
      column(({ linkedin }) => linkedin),
      column(({ facebook }) => facebook),
      column(({ instagram }) => instagram),
      column(({ youtube }) => youtube),
      companies.map(weightOf),
    ],
  })
}

/** Indexed and made durable first, so that the exchange itself takes a moment only. */
export async function putInPlace(client: Queryable, table: ImportedTable): Promise<void> {
  const next = `${table}_next`
  await client.query(`alter table ${next} set logged`)
  await client.query(`create index on ${next} (domain, weight desc) where domain is not null`)
  await client.query(`create index on ${next} (name_key, weight desc)`)
  await client.query(`analyze ${next}`)
  await client.query('begin')
  try {
    await client.query(`drop table if exists ${table}`)
    await client.query(`alter table ${next} rename to ${table}`)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw cause
  }
}
