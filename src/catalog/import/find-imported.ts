import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Queryable } from '../../db/pool.ts'
import type { Company } from '../company-record.ts'
import { keyOfName } from './imported-company.ts'
import type { ImportedTable } from './imported-tables.ts'

const optional = z.string().nullable()
const row = z.object({
  name: z.string(),
  name_key: z.string(),
  domain: optional,
  industry: optional,
  founded_year: z.number().nullable(),
  hq: optional,
  employees: optional,
  description: optional,
  twitter: optional,
  linkedin: optional,
  facebook: optional,
  instagram: optional,
  youtube: optional,
  weight: z.number(),
})

type ImportedRow = z.infer<typeof row>
type Found = ReadonlyMap<string, Company>

/** Look-ups in the imported companies, for those that the built-in catalog does not know. */
export async function findImportedByDomain(
  db: Queryable,
  tables: readonly ImportedTable[],
  domains: readonly string[],
): Promise<Found> {
  return best(await find(db, { tables, column: 'domain', keys: domains }), ({ domain }) => domain)
}

/** By names as they were asked for. */
export async function findImportedByName(
  db: Queryable,
  tables: readonly ImportedTable[],
  names: readonly string[],
): Promise<Found> {
  const keys = new Map(names.map((name) => [name, keyOfName(name).replaceAll('\0', '')]))
  const asked = [...new Set(keys.values())].filter((key) => key !== '')
  const found = best(
    await find(db, { tables, column: 'name_key', keys: asked }),
    ({ name_key }) => name_key,
  )
  return new Map(
    names.flatMap((name) => {
      const company = found.get(keys.get(name) ?? '')
      return company ? [[name, company]] : []
    }),
  )
}

interface ImportQuery {
  readonly tables: readonly ImportedTable[]
  readonly column: 'domain' | 'name_key'
  readonly keys: readonly string[]
}

const columns = Object.keys(row.shape).join(', ')

/** The weightiest row of each table for each key: the index has them in this order. */
async function find(
  db: Queryable,
  { tables, column, keys }: ImportQuery,
): Promise<readonly ImportedRow[]> {
  if (tables.length === 0 || keys.length === 0) return []
  const selects = tables.map(
    (table) => `(select ${columns} from unnest($1::text[]) as asked(key) cross join lateral
      (select * from ${table} where ${column} = asked.key order by weight desc limit 1) found)`,
  )
  const text = selects.join(' union all ')
  const { rows } = await db.query({ name: `${column} ${tables.join()}`, text, values: [keys] })
  return rows.map((found) => row.parse(found))
}

/** Two sources may know one company; then each adds what the other does not say. */
function best(rows: readonly ImportedRow[], keyOf: (row: ImportedRow) => string | null): Found {
  const found = new Map<string, ImportedRow>()
  for (const next of rows.toSorted((a, b) => b.weight - a.weight)) {
    const key = keyOf(next) ?? ''
    const former = found.get(key)
    if (former === undefined) found.set(key, next)
    else if (isSame(former, next)) found.set(key, completed(former, next))
  }
  return new Map([...found].map(([key, one]) => [key, companyOf(one)]))
}

function isSame(a: ImportedRow, b: ImportedRow): boolean {
  return a.name_key === b.name_key && a.domain !== null && a.domain === b.domain
}

function completed(known: ImportedRow, other: ImportedRow): ImportedRow {
  const added = Object.entries(other).filter(([name]) => Reflect.get(known, name) === null)
  return { ...known, ...Object.fromEntries(added) }
}

function companyOf(found: ImportedRow): Company {
  const { twitter, linkedin, facebook, instagram, youtube } = found
  const id = createHash('sha256').update(`${found.name_key}|${found.domain}`).digest('hex')
  return {
    id: `imp_${id.slice(0, 12)}`,
    name: found.name,
    key: found.name_key,
    domain: found.domain,
    otherDomains: [],
    category: null,
    mcc: null,
    countries: [],
    kind: 'imported',
    rank: 0,
    industry: found.industry,
    foundedYear: found.founded_year,
    hq: found.hq,
    employees: found.employees,
    description: found.description,
    social: { twitter, linkedin, facebook, instagram, youtube },
    icon: null,
  }
}
