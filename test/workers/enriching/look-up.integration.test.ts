import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importCompanies } from '../../../src/catalog/import/import-companies.ts'
import { decideOptOut, requestOptOut, subjectOfEmail } from '../../../src/enrichment/opt-outs.ts'
import { type LookUp, lookUp } from '../../../src/workers/enriching/look-up.ts'
import { openStoredKnowledge } from '../../../src/workers/enriching/stored-knowledge.ts'
import { testCatalog } from '../../catalog/open-test-catalog.ts'
import { useDatabases } from '../../contracts/database.ts'

const databases = useDatabases()
const folder = mkdtempSync(join(tmpdir(), 'look-up-'))
const catalog = testCatalog()
let client: pg.Client
let asked: string[] = []

beforeAll(async () => {
  client = new pg.Client(await databases.fresh())
  await client.connect()
})
afterAll(async () => {
  await client.end()
  rmSync(folder, { recursive: true })
})

/** A client that notes what it was asked. */
const watched = {
  query: (...given: unknown[]) => {
    const [first] = given
    asked.push(typeof first === 'string' ? first : JSON.stringify(first))
    return Reflect.apply(client.query, client, given)
  },
} as Pick<pg.Client, 'query'> // as: of the many forms of `query` it hands on whichever was used.

function knowledge() {
  asked = []
  return { catalog, stored: openStoredKnowledge(watched), baseUrl: 'http://here' }
}

const caller = {
  version: 1 as const,
  command_id: 'cmd_1',
  account_id: 'acc_1',
  key_id: null,
  request_id: 'req_1',
  reply_to: null,
  fingerprint: null,
  at: '2026-01-01T00:00:00.000Z',
}
const company = (domain: string | null, name: string | null): LookUp => {
  return { ...caller, type: 'EnrichCompany', domain, name }
}
const domain = (text: string): LookUp => ({ ...caller, type: 'EnrichDomain', domain: text })
const social = (text: string): LookUp => ({ ...caller, type: 'EnrichSocial', domain: text })
const person = (email: string): LookUp => ({ ...caller, type: 'EnrichPerson', email })

const csvFile = `name,website,founded,size,locality,region,industry,linkedin_url
quarrystone analytics llc,quarrystone-analytics.com,2014,11-50,leeds,england,software,linkedin.com/company/quarrystone
not netflix,netflix.com,1901,1-10,nowhere,none,none,linkedin.com/company/nobody
`

test('before any import what the catalog lacks is not found, for one question in four seconds', async () => {
  const known = knowledge()
  expect(await lookUp(known, domain('quarrystone-analytics.com'))).toBeNull()
  expect(await lookUp(known, company(null, 'Quarrystone Analytics'))).toBeNull()
  expect(asked).toHaveLength(1)
})

test('what was imported answers all four look-ups behind the catalog', async () => {
  const file = join(folder, 'companies.csv')
  writeFileSync(file, csvFile)
  await importCompanies(client, {
    source: 'people-data-labs',
    file,
    signal: new AbortController().signal,
    onProgress: () => {},
    onFault: () => {},
    onIndexing: () => {},
  })
  const known = knowledge()
  const site = 'quarrystone-analytics.com'
  expect(await lookUp(known, company(null, 'QUARRYSTONE analytics'))).toEqual({
    name: 'Quarrystone Analytics LLC',
    domain: site,
    description: 'Company in software based in Leeds, England, founded in 2014.',
    industry: 'Software',
    employee_count: '11-50',
    founded_year: 2014,
    hq_location: 'Leeds, England',
    logo_url: `http://here/logo/${site}`,
    matched_by: 'name',
  })
  expect(await lookUp(known, company(`www.${site}`, 'Netflix'))).toMatchObject({
    domain: site,
    matched_by: 'domain',
  })
  expect(await lookUp(known, domain(site))).toMatchObject({ domain: site, industry: 'Software' })
  expect(await lookUp(known, social(site))).toMatchObject({ linkedin: 'quarrystone' })
  expect(await lookUp(known, person(`jane.doe@${site}`))).toMatchObject({
    name: 'Jane Doe',
    company: 'Quarrystone Analytics LLC',
  })
})

test('the catalog is never contradicted by an import, nor is Postgres asked for what it knows', async () => {
  const known = knowledge()
  expect(await lookUp(known, company('netflix.com', null))).toMatchObject({ name: 'Netflix' })
  expect(await lookUp(known, domain('netflix.com'))).toMatchObject({ company_name: 'Netflix' })
  expect(asked).toEqual([])
})

test('look-ups of one moment are one question', async () => {
  const known = knowledge()
  const many = Array.from({ length: 120 }, (_, n) => domain(`nobody-${n}-at-all.org`))
  const found = await Promise.all(
    [...many, domain('quarrystone-analytics.com')].map((each) => lookUp(known, each)),
  )
  expect(found.filter((each) => each !== null)).toHaveLength(1)
  expect(asked).toHaveLength(2)
})

test('a Postgres that fails is an error, never a company that is not found', async () => {
  const broken = { query: () => Promise.reject(new Error('the server is gone')) }
  const stored = openStoredKnowledge(broken as unknown as pg.Client) // as: it is only asked.
  const known = { catalog, stored, baseUrl: 'http://here' }
  await expect(lookUp(known, domain('quarrystone-analytics.com'))).rejects.toThrow('gone')
  await expect(lookUp(known, person('jane.doe@nobody-at-all.org'))).rejects.toThrow('gone')
})

async function optOut(id: string, subject: string | null) {
  expect(await requestOptOut(client, { id, subject: subject ?? '', reason: null })).toBe(id)
}

test('a confirmed opt-out hides an address in every spelling, and no other address', async () => {
  await optOut('opt_1', subjectOfEmail('Jane.Doe+news@Mail.Netflix.com'))
  expect(await lookUp(knowledge(), person('jane.doe@netflix.com'))).not.toBeNull()
  await decideOptOut(client, 'opt_1', 'confirmed')
  const known = knowledge()
  for (const email of ['jane.doe@netflix.com', 'JANE.DOE+x@netflix.com', 'Jane.Doe@netflix.com']) {
    expect(await lookUp(known, person(email))).toBeNull()
  }
  expect(await lookUp(known, person('john.doe@netflix.com'))).toMatchObject({ name: 'John Doe' })
})

test('a confirmed domain hides everybody at it, and a decision can be taken back', async () => {
  await optOut('opt_2', 'spotify.com')
  await decideOptOut(client, 'opt_2', 'confirmed')
  expect(await lookUp(knowledge(), person('john.doe@spotify.com'))).toBeNull()
  expect(await lookUp(knowledge(), person('john.doe@mail.spotify.com'))).toBeNull()
  await decideOptOut(client, 'opt_2', 'rejected')
  expect(await lookUp(knowledge(), person('john.doe@spotify.com'))).not.toBeNull()
  expect(await decideOptOut(client, 'opt_none', 'confirmed')).toBeNull()
})

test('asking twice is one request, which a decision ends', async () => {
  const request = { subject: 'hulu.com', reason: null }
  expect(await requestOptOut(client, { ...request, id: 'opt_3' })).toBe('opt_3')
  expect(await requestOptOut(client, { ...request, id: 'opt_4' })).toBe('opt_3')
  await decideOptOut(client, 'opt_3', 'rejected')
  expect(await requestOptOut(client, { ...request, id: 'opt_5' })).toBe('opt_5')
})
