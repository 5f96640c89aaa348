// Look-ups in what was imported, for what the built-in catalog does not know.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Queryable } from '../../db/pool.ts'
import type { Company } from '../company-record.ts'
import { keyOfName } from './imported-company.ts'

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
})

/** The row that knows most; several companies share a name, and a domain now and then. */
const BEST = `order by (domain is not null)::int + (founded_year is not null)::int
  + (hq is not null)::int + (employees is not null)::int desc, name limit 1`

export async function findImportedByDomain(db: Queryable, domain: string): Promise<Company | null> {
  return find(db, `select * from imported_companies where domain = $1 ${BEST}`, domain)
}

export async function findImportedByName(db: Queryable, name: string): Promise<Company | null> {
  const key = keyOfName(name.slice(0, 200))
  if (key === '') return null
  return find(db, `select * from imported_companies where name_key = $1 ${BEST}`, key)
}

/** Before the first import there is no table, which is the same as knowing nothing. */
const NO_TABLE = '42P01'

async function find(db: Queryable, sql: string, key: string): Promise<Company | null> {
  try {
    const { rows } = await db.query(sql, [key.replaceAll('\0', '')])
    return rows[0] === undefined ? null : companyOf(row.parse(rows[0]))
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === NO_TABLE) return null
    throw cause
  }
}

function companyOf(found: z.infer<typeof row>): Company {
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
