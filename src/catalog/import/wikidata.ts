import {
  type ImportReading,
  keyOfName,
  nameLengthMax,
  rangeOf,
  shortened,
  siteOf,
  yearOf,
} from './imported-company.ts'
import { parseEntity, type WikidataEntity } from './wikidata-entity.ts'

/** Business, enterprise, company, brand, retail chain, bank, airline and their like. */
const companyKinds = new Set(
  (
    'Q4830453 Q6881511 Q783794 Q431289 Q507619 Q22687 Q46970 Q18534542 Q891723 Q1616075 Q161726 ' +
    'Q786820 Q1058914 Q18388277 Q210167 Q658255 Q726870'
  ).split(' '),
)
/** Legal form, stock exchange, industry: who has one is a business, of whatever kind. */
const companyMarks = ['P1454', 'P414', 'P452']
const dissolved = 'P576'

/**
 * Lines of a Wikidata JSON dump: one entity a line, inside one large array. Only entities with a
 * site of their own and a kind of business are read.
 */
export function readWikidataLine(line: string): ImportReading {
  const json = line.trim().replace(/,$/, '')
  if (json === '' || json === '[' || json === ']') return null
  if (!json.startsWith('{') || !json.endsWith('}')) return { fault: 'no entity' }
  // A dump has a hundred million lines that are no companies; parsing them all would take days.
  if (!json.includes('"P856"') || !json.includes('"P31"')) return null
  const entity = parseEntity(json)
  if (entity === null) return { fault: 'no valid entity' }
  return isBusiness(entity) ? companyOf(entity) : null
}

function isBusiness(entity: WikidataEntity): boolean {
  if (entity.has(dissolved)) return false
  return (
    entity.ids('P31').some((id) => companyKinds.has(id)) ||
    companyMarks.some((mark) => entity.has(mark))
  )
}

function companyOf(entity: WikidataEntity): ImportReading {
  const { name } = entity
  if (name === null || name.length > nameLengthMax) return { fault: `${entity.id} has no name` }
  const nameKey = keyOfName(name)
  if (nameKey === '') return { fault: `${entity.id} has no name` }
  return {
    name,
    nameKey,
    domain: siteOf(entity.strings('P856')[0] ?? '', nameKey),
    industry: entity.ids('P452')[0] ?? null,
    foundedYear: yearOf(entity.year('P571')),
    hq: entity.ids('P159').length === 0 ? null : hqIds(entity),
    employees: rangeOf(entity.latestAmount('P1128')),
    description: shortened(entity.description, 500),
    twitter: handle(entity, 'P2002'),
    linkedin: handle(entity, 'P4264'),
    facebook: handle(entity, 'P2013'),
    instagram: handle(entity, 'P2003'),
    youtube: handle(entity, 'P11245'),
  }
}

/** The city and the country, by their numbers, which the second reading replaces by names. */
function hqIds(entity: WikidataEntity): string {
  return [...entity.ids('P159').slice(0, 1), ...entity.ids('P17').slice(0, 1)].join(' ')
}

/** Several accounts give none: nobody says which is the main one. */
function handle(entity: WikidataEntity, property: string): string | null {
  const accounts = entity.strings(property)
  return accounts.length === 1 ? shortened(accounts[0], 100) : null
}
