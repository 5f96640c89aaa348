import { createHash } from 'node:crypto'
import type { Company } from '../company-record.ts'
import { nameKeys } from '../name-key.ts'

/** A company of the shelf, one line of shelf.tsv; the domain comes first, for it is the key. */
export const shelfColumns = [
  'domain',
  'name',
  'other_domains',
  'country',
  'industry',
  'founded_year',
  'hq',
  'employees',
  'twitter',
  'linkedin',
  'facebook',
  'instagram',
  'youtube',
  'description',
] as const

export function companyOnShelf(line: string): Company {
  const cells = line.split('\t')
  const name = cells[1] ?? ''
  const domain = cells[0] || null
  return {
    id: shelfId(name, domain ?? cells[6] ?? ''),
    name,
    domain,
    otherDomains: cells[2] ? cells[2].split(';') : [],
    category: null,
    mcc: null,
    countries: cells[3] ? [cells[3]] : [],
    kind: 'shelf',
    rank: 0,
    key: nameKeys(name)[0] ?? '',
    industry: cells[4] || null,
    foundedYear: cells[5] ? Number(cells[5]) : null,
    hq: cells[6] || null,
    employees: cells[7] || null,
    description: cells[13] || null,
    social: {
      twitter: cells[8] || null,
      linkedin: cells[9] || null,
      facebook: cells[10] || null,
      instagram: cells[11] || null,
      youtube: cells[12] || null,
    },
    icon: null,
  }
}

function shelfId(name: string, place: string): string {
  return `shf_${createHash('sha256').update(`${name}|${place}`).digest('hex').slice(0, 12)}`
}
