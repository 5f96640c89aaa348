import { companyWordPairs, companyWords } from '../names/company-words.ts'
import {
  type ImportReading,
  keyOfName,
  knownRange,
  nameLengthMax,
  shortened,
  siteOf,
  yearOf,
} from './imported-company.ts'

/**
 * Rows of People Data Labs' free company file, which comes in two layouts: the older has "domain",
 * "year founded" and "size range", the newer "website", "founded" and "size".
 */
export type CompanyColumns = ReadonlyMap<string, number>

export function columnsOf(header: readonly string[]): CompanyColumns {
  return new Map(header.map((name, at) => [name.trim().toLowerCase(), at]))
}

export function readPeopleDataLabsRow(
  columns: CompanyColumns,
  cells: readonly string[],
): ImportReading {
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
  if (name.length > nameLengthMax) return { fault: `a name of ${name.length} letters` }
  const nameKey = keyOfName(name)
  if (nameKey === '') return { fault: 'no name' }
  return {
    name,
    nameKey,
    domain: siteOf(cell('domain', 'website'), nameKey),
    industry: shortened(titled(cell('industry')), 100),
    foundedYear: yearOf(cell('year founded', 'founded')),
    hq: shortened(placeOf(cell('locality'), cell('region'), cell('country')), 200),
    employees: knownRange(cell('size range', 'size')),
    description: null,
    twitter: null,
    linkedin: shortened(companyPage.exec(cell('linkedin url', 'linkedin_url'))?.[1], 100),
    facebook: null,
    instagram: null,
    youtube: null,
  }
}

const companyPage = /linkedin\.com\/company\/([^/?#]+)/

/** "new york, new york, united states" is one cell in the older layout and three in the newer. */
function placeOf(locality: string, region: string, country: string): string {
  const parts = locality.includes(',') ? locality.split(',') : [locality, region || country]
  const [city = '', area = ''] = parts.map((part) => titled(part.trim()))
  return city === '' ? '' : [city, area].filter((part) => part !== '').join(', ')
}

const legalForms = companyWordPairs('written_forms')
const smallWords = companyWords('small_words')

/** The source writes everything in lower case. */
function titled(text: string): string {
  if (text !== text.toLowerCase()) return text
  return text.replace(/(^|[\s(&/-])([\p{L}\p{N}'’]+)/gu, (_, edge: string, word: string) => {
    const form = edge === '' ? undefined : legalForms.get(word)
    if (form !== undefined) return edge + form
    if (edge === ' ' && smallWords.has(word)) return edge + word
    return edge + word.charAt(0).toUpperCase() + word.slice(1)
  })
}
