import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  findImportedByDomain,
  findImportedByName,
} from '../../../src/catalog/import/find-imported.ts'
import { importCompanies } from '../../../src/catalog/import/import-companies.ts'
import { type ImportSource, importedTables } from '../../../src/catalog/import/imported-tables.ts'
import { useDatabases } from '../../contracts/database.ts'

const databases = useDatabases()
const folder = mkdtempSync(join(tmpdir(), 'import-'))
let client: pg.Client
let connection: Awaited<ReturnType<typeof databases.fresh>>

beforeAll(async () => {
  connection = await databases.fresh()
  client = new pg.Client(connection)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  rmSync(folder, { recursive: true })
})

async function load(source: ImportSource, name: string, content: string | Buffer) {
  const file = join(folder, name)
  writeFileSync(file, content)
  const faults: string[] = []
  const counts = await importCompanies(client, {
    source,
    file,
    signal: new AbortController().signal,
    onProgress: () => {},
    onIndexing: () => {},
    onFault: (line, fault) => faults.push(`${line}: ${fault}`),
  })
  return { counts, faults }
}

async function byDomain(domain: string) {
  const found = await findImportedByDomain(client, await importedTables(client), [domain])
  return found.get(domain) ?? null
}

async function byName(name: string) {
  const found = await findImportedByName(client, await importedTables(client), [name])
  return found.get(name) ?? null
}

const older = `,name,domain,year founded,industry,size range,locality,country,linkedin url,current employee estimate,total employee estimate
1,brightwell pumps inc,www.brightwellpumps.com,1987.0,machinery,51 - 200,"dayton, ohio, united states",united states,linkedin.com/company/brightwell-pumps,80,120
2,"harbour, lane & sons",harbourlane.co.uk,,retail,1 - 10,"hull, yorkshire, united kingdom",united kingdom,,4,5
3,broken row
4,,nameless.com,,,,,,,,
`

const newer = `country,founded,id,industry,linkedin_url,locality,name,region,size,website
germany,1999,x1,software,linkedin.com/company/tannwerk,ulm,tannwerk,baden-württemberg,11-50,tannwerk.de
`

const quotes = `name,website,size
"open quote, never closed,a.example.com,1-10
five" pipes,fivepipes.com,11-50
"two
lines",twolines.com,1-10
${'x'.repeat(300)},toolong.com,1-10
on a shared site,www.facebook.com/shared,1-10
summit,summit-of-others.com,1-10
summit,summit.com,11-50
"the last is open,b.com,1-10`

const claim = (value: unknown, rank = 'normal', more = {}) => ({
  rank,
  mainsnak: { datavalue: { value } },
  ...more,
})
const counted = (amount: string, year: string) =>
  claim({ amount }, 'normal', {
    qualifiers: { P585: [{ datavalue: { value: { time: `+${year}-00-00T00:00:00Z` } } }] },
  })
const item = (id: string, value: string) => JSON.stringify({ id, labels: { en: { value } } })
const wikidata = `[
${JSON.stringify({
  id: 'Q1',
  labels: { en: { value: 'Fjordlys AS' } },
  descriptions: { en: { value: 'Norwegian maker of lamps' } },
  claims: {
    P31: [claim({ id: 'Q4830453' })],
    P856: [claim('https://old.example.org/', 'deprecated'), claim('https://www.fjordlys.no/')],
    P571: [claim({ time: '+1954-01-01T00:00:00Z', precision: 11 })],
    P1128: [counted('+640', '2021'), counted('+90', '1999')],
    P2002: [claim('fjordlys')],
    P2003: [claim('fjordlys_no'), claim('fjordlys_se')],
    P159: [claim({ id: 'Q10' }, 'deprecated'), claim({ id: 'Q11' })],
    P17: [claim({ id: 'Q12' })],
    P452: [claim({ id: 'Q13' })],
  },
})},
${item('Q10', 'Bergen')},
${item('Q11', 'Tromsø')},
${item('Q12', 'Norway')},
${JSON.stringify({ id: 'Q2', labels: [], claims: { P31: [claim({ id: 'Q5' })], P856: [claim('https://a.person')] } })},
{"id": "Q3", "claims": {"P31": 1, "P856": 2},
${JSON.stringify({
  id: 'Q4',
  labels: { en: { value: 'Tannwerk' } },
  descriptions: { en: { value: 'software company in Ulm' } },
  claims: {
    P31: [claim({ id: 'Q99' })],
    P1454: [claim({ id: 'Q460178' })],
    P856: [claim('https://tannwerk.de')],
    P571: [claim({ time: '+1990-01-01T00:00:00Z', precision: 8 })],
    P2002: [claim('tannwerk')],
    P159: [claim({ id: 'Q14' })],
    P17: [claim({ id: 'Q12' })],
  },
})},
${item('Q13', 'lighting')}
]
`

test('before the first import nothing is found, and nothing fails', async () => {
  expect(await byDomain('brightwellpumps.com')).toBeNull()
})

test('companies are found by domain and by name, in the catalog’s own form', async () => {
  const { counts, faults } = await load('people-data-labs', 'older.csv', older)
  expect(counts).toMatchObject({ rows: 4, kept: 2, faults: 2, share: 1 })
  expect(faults).toEqual(['4: 2 cells, 11 columns', '5: no name'])
  expect(await byDomain('brightwellpumps.com')).toMatchObject({
    name: 'Brightwell Pumps Inc',
    foundedYear: 1987,
    hq: 'Dayton, Ohio',
    employees: '51-200',
    social: { linkedin: 'brightwell-pumps' },
  })
  expect(await byName('Brightwell Pumps')).not.toBeNull()
  expect(await byName('HARBOUR LANE AND SONS')).toMatchObject({
    hq: 'Hull, Yorkshire',
  })
})

test('another import takes the place of the former one, compressed or not', async () => {
  await load('people-data-labs', 'newer.csv.gz', gzipSync(newer))
  expect(await byDomain('tannwerk.de')).toMatchObject({
    name: 'Tannwerk',
    foundedYear: 1999,
    hq: 'Ulm, Baden-Württemberg',
    employees: '11-50',
  })
  expect(await byDomain('brightwellpumps.com')).toBeNull()
})

test('a broken row is told with its line, and costs no other row', async () => {
  const { counts, faults } = await load('people-data-labs', 'quotes.csv', quotes)
  expect(faults).toEqual([
    '2: its quotes do not match',
    '6: a name of 300 letters',
    '10: its quotes do not match',
  ])
  expect(counts).toMatchObject({ rows: 8, kept: 5 })
  expect(await byDomain('fivepipes.com')).toMatchObject({ name: 'Five" Pipes' })
  expect(await byDomain('twolines.com')).toMatchObject({ name: 'Two\nLines' })
})

test('a page on a shared site is nobody’s domain, and of one name the domain’s own is meant', async () => {
  expect(await byDomain('facebook.com')).toBeNull()
  expect(await byName('On a Shared Site')).toMatchObject({ domain: null })
  expect(await byName('Summit')).toMatchObject({ domain: 'summit.com' })
})

test('of a Wikidata dump the businesses are read, with their best statements', async () => {
  await load('people-data-labs', 'newer.csv', newer)
  const { counts, faults } = await load('wikidata', 'dump.json', wikidata)
  expect(counts).toMatchObject({ rows: 8, kept: 2 })
  expect(faults).toEqual(['7: no valid entity'])
  expect(await byDomain('fjordlys.no')).toMatchObject({
    name: 'Fjordlys AS',
    foundedYear: 1954,
    employees: '501-1000',
    social: { twitter: 'fjordlys', instagram: null },
  })
})

test('headquarters and industry have the names that stand elsewhere in the dump', async () => {
  expect(await byDomain('fjordlys.no')).toMatchObject({
    hq: 'Tromsø, Norway',
    industry: 'lighting',
  })
  // The city has no name in the dump, and a country alone is no headquarters.
  const found = await findImportedByDomain(client, ['imported_wikidata'], ['tannwerk.de'])
  expect(found.get('tannwerk.de')).toMatchObject({ hq: null, industry: null })
})

test('two sources stand beside each other, and complete what is one company', async () => {
  expect(await byDomain('tannwerk.de')).toMatchObject({
    foundedYear: 1999,
    employees: '11-50',
    description: 'software company in Ulm',
    social: { twitter: 'tannwerk', linkedin: 'tannwerk' },
  })
})

test.each([
  ['that breaks off', 'cut.csv.gz', Buffer.from('no gzip'), /incorrect header/],
  ['of another kind', 'other.csv', 'date,amount\n2020,1\n', /not People Data Labs/],
  ['without a company', 'empty.csv', 'name,website\n', /No company/],
  ['packed otherwise', 'dump.csv.bz2', 'BZ', /bzcat/],
])('a file %s leaves the former import in place', async (_, name, content, message) => {
  await expect(load('people-data-labs', name, content)).rejects.toThrow(message)
  expect(await byDomain('tannwerk.de')).toMatchObject({ employees: '11-50' })
})

test('a second import at the same time is refused, an interrupted one undone', async () => {
  const stop = new AbortController()
  const file = join(folder, 'many.csv')
  writeFileSync(file, `name,website\n${'some name,some.com\n'.repeat(200_000)}`)
  const other = new pg.Client(connection)
  await other.connect()
  const options = {
    source: 'people-data-labs',
    file,
    onFault: () => {},
    onIndexing: () => {},
  } as const
  let second: Promise<unknown> = Promise.resolve()
  const first = importCompanies(client, {
    ...options,
    signal: stop.signal,
    onProgress() {
      if (stop.signal.aborted) return
      second = importCompanies(other, { ...options, signal: stop.signal, onProgress: () => {} })
      second.catch(() => {})
      stop.abort(new Error('enough'))
    },
  })
  await expect(first).rejects.toThrow('enough')
  await expect(second).rejects.toThrow(/enough|Another import/)
  await other.end()
  expect(await byDomain('tannwerk.de')).toMatchObject({ employees: '11-50' })
})
