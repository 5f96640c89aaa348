// Rows of People Data Labs' free company file. Two layouts are about: the older one has "domain",
// "year founded" and "size range", the newer one "website", "founded" and "size".
import { parseDomain } from '../domain-name.ts'
import { keyOfName, type Reading, yearOf } from './imported-company.ts'

export type Columns = ReadonlyMap<string, number>

export function columnsOf(header: readonly string[]): Columns {
  return new Map(header.map((name, at) => [name.trim().toLowerCase(), at]))
}

export function readPeopleDataLabsRow(columns: Columns, cells: readonly string[]): Reading {
  if (cells.length !== columns.size)
    return { fault: `${cells.length} cells, ${columns.size} columns` }
  const cell = (...names: readonly string[]): string => {
    for (const name of names) {
      const at = columns.get(name)
      const text = at === undefined ? '' : (cells[at] ?? '').trim()
      if (text !== '') return text
    }
    return ''
  }
  const name = titled(cell('name'))
  const nameKey = keyOfName(name)
  if (nameKey === '') return { fault: 'no name' }
  const website = cell('domain', 'website')
  return {
    name,
    nameKey,
    domain: website === '' ? null : parseDomain(website),
    industry: titled(cell('industry')) || null,
    foundedYear: yearOf(cell('year founded', 'founded')),
    hq: placeOf(cell('locality'), cell('region'), cell('country')),
    employees: sizeOf(cell('size range', 'size')),
    description: null,
    twitter: null,
    linkedin:
      /linkedin\.com\/company\/([^/?]+)/.exec(cell('linkedin url', 'linkedin_url'))?.[1] ?? null,
    facebook: null,
    instagram: null,
    youtube: null,
  }
}

/** "new york, new york, united states" is one cell in the older layout and three in the newer. */
function placeOf(locality: string, region: string, country: string): string | null {
  const parts = locality.includes(',') ? locality.split(',') : [locality, region || country]
  const [city = '', area = ''] = parts.map((part) => titled(part.trim()))
  return city === '' ? null : [city, area].filter((part) => part !== '').join(', ')
}

/** The source writes "1 - 10", "10001+". */
function sizeOf(text: string): string | null {
  const size = text.replaceAll(' ', '')
  return /^(\d+-\d+|10001\+)$/.test(size) ? size : null
}

/** The source writes everything in lower case. */
function titled(text: string): string {
  return text === text.toLowerCase()
    ? text.replace(/(^|[\s(&/-])(\p{L})/gu, (_, edge: string, letter: string) => {
        return edge + letter.toUpperCase()
      })
    : text
}
