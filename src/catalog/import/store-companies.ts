import type { Queryable } from '../../db/pool.ts'
import type { ImportedCompany } from './imported-company.ts'

/** Left over by an import that broke off, it is dropped; two imports at once are refused by it. */
export async function createStaging(client: Queryable): Promise<void> {
  await client.query('drop table if exists imported_companies_next')
  await client.query(
    `create unlogged table imported_companies_next (
       name text not null, name_key text not null, domain text, industry text, founded_year int,
       hq text, employees text, description text, twitter text, linkedin text, facebook text,
       instagram text, youtube text)`,
  )
}

export async function appendCompanies(
  client: Queryable,
  companies: readonly ImportedCompany[],
): Promise<void> {
  if (companies.length === 0) return
  const column = (value: (company: ImportedCompany) => string | number | null) =>
    companies.map((company) => {
      const cell = value(company)
      // Postgres stores no NUL in a text.
      return typeof cell === 'string' ? cell.replaceAll('\0', '') : cell
    })
  await client.query(
    `insert into imported_companies_next
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[],
       $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])`,
    [
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
    ],
  )
}

/** Indexed and made durable first, so that the exchange itself takes a moment only. */
export async function putInPlace(client: Queryable): Promise<void> {
  await client.query('alter table imported_companies_next set logged')
  await client.query('create index on imported_companies_next (domain) where domain is not null')
  await client.query('create index on imported_companies_next (name_key)')
  await client.query('analyze imported_companies_next')
  await client.query('begin')
  try {
    await client.query('drop table if exists imported_companies')
    await client.query('alter table imported_companies_next rename to imported_companies')
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw cause
  }
}
