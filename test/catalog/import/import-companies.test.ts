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
import { type ImportSource, importCompanies } from '../../../src/catalog/import/import-companies.ts'
import { useDatabases } from '../../contracts/database.ts'

const databases = useDatabases()
const folder = mkdtempSync(join(tmpdir(), 'import-'))
let client: pg.Client

beforeAll(async () => {
  client = new pg.Client(await databases.fresh())
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
    onProgress: () => undefined,
    onFault: (line, fault) => faults.push(`${line}: ${fault}`),
  })
  return { counts, faults }
}

const OLDER = `,name,domain,year founded,industry,size range,locality,country,linkedin url,current employee estimate,total employee estimate
1,brightwell pumps inc,www.brightwellpumps.com,1987.0,machinery,51 - 200,"dayton, ohio, united states",united states,linkedin.com/company/brightwell-pumps,80,120
2,"harbour, lane & sons",harbourlane.co.uk,,retail,1 - 10,"hull, yorkshire, united kingdom",united kingdom,,4,5
3,broken row
4,,nameless.com,,,,,,,,
`

const NEWER = `country,founded,id,industry,linkedin_url,locality,name,region,size,website
germany,1999,x1,software,linkedin.com/company/tannwerk,ulm,tannwerk,baden-württemberg,11-50,tannwerk.de
`

const claim = (value: unknown, rank = 'normal') => ({ rank, mainsnak: { datavalue: { value } } })
const WIKIDATA = `[
${JSON.stringify({
  id: 'Q1',
  labels: { en: { value: 'Fjordlys AS' } },
  descriptions: { en: { value: 'Norwegian maker of lamps' } },
  claims: {
    P31: [claim({ id: 'Q4830453' })],
    P856: [claim('https://old.example.org/', 'deprecated'), claim('https://www.fjordlys.no/')],
    P571: [claim({ time: '+1954-01-01T00:00:00Z' })],
    P1128: [claim({ amount: '+640' })],
    P2002: [claim('fjordlys')],
  },
})},
${JSON.stringify({ id: 'Q2', claims: { P31: [claim({ id: 'Q5' })], P856: [claim('https://a.person')] } })},
{"id": "Q3", "claims": {"P31": 1, "P856": 2},
]
`

test('before the first import nothing is found, and nothing fails', async () => {
  expect(await findImportedByDomain(client, 'brightwellpumps.com')).toBeNull()
})

test('companies are found by domain and by name, in the catalog’s own form', async () => {
  const { counts, faults } = await load('people-data-labs', 'older.csv', OLDER)
  expect(counts).toEqual({ rows: 4, kept: 2, faults: 2 })
  expect(faults).toEqual(['4: 2 cells, 11 columns', '5: no name'])
  expect(await findImportedByDomain(client, 'brightwellpumps.com')).toMatchObject({
    name: 'Brightwell Pumps Inc',
    foundedYear: 1987,
    hq: 'Dayton, Ohio',
    employees: '51-200',
    social: { linkedin: 'brightwell-pumps' },
  })
  expect(await findImportedByName(client, 'Brightwell Pumps')).not.toBeNull()
  expect(await findImportedByName(client, 'HARBOUR LANE AND SONS')).toMatchObject({
    hq: 'Hull, Yorkshire',
  })
})

test('another import takes the place of the former one, compressed or not', async () => {
  await load('people-data-labs', 'newer.csv.gz', gzipSync(NEWER))
  expect(await findImportedByDomain(client, 'tannwerk.de')).toMatchObject({
    name: 'Tannwerk',
    foundedYear: 1999,
    hq: 'Ulm, Baden-Württemberg',
    employees: '11-50',
  })
  expect(await findImportedByDomain(client, 'brightwellpumps.com')).toBeNull()
})

test('of a Wikidata dump the businesses are read, with their best statements', async () => {
  const { counts, faults } = await load('wikidata', 'dump.json', WIKIDATA)
  expect(counts.kept).toBe(1)
  expect(faults).toEqual(['4: no valid entity'])
  expect(await findImportedByDomain(client, 'fjordlys.no')).toMatchObject({
    name: 'Fjordlys AS',
    foundedYear: 1954,
    employees: '501-1000',
    social: { twitter: 'fjordlys' },
  })
})

test('an import that breaks off leaves the former one in place', async () => {
  await expect(load('people-data-labs', 'cut.csv.gz', Buffer.from('no gzip'))).rejects.toThrow()
  expect(await findImportedByDomain(client, 'fjordlys.no')).not.toBeNull()
})
