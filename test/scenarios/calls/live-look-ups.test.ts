import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { decideOptOut, requestOptOut } from '../../../src/enrichment/opt-outs.ts'
import type { WebsitePlayer } from '../../enrichment/live/play-websites.ts'
import { drips, hangs, organization, playWebsites } from '../../enrichment/live/play-websites.ts'
import { until } from '../../until.ts'
import type { Account } from '../client.ts'
import { call, newAccount } from '../client.ts'
import { begin, ended, resultsOf } from '../jobs-client.ts'
import { auditOf, checkReceipt } from '../ledger-auditor.ts'
import type { RunningService } from '../service.ts'
import { startService } from '../service.ts'

let web: WebsitePlayer
let service: RunningService
let account: Account
beforeEach(async () => {
  account = await newAccount(service)
})
beforeAll(async () => {
  web = await playWebsites()
  service = await startService({
    ...{ LIVE_LOOKUPS: 'on', LIVE_CONNECT_TO: web.place },
    ...{ LIVE_WIKIDATA: 'on', WIKIDATA_URL: `http://${web.place}/w/api.php` },
  })
})
afterAll(async () => {
  await service?.close()
  await web?.close()
})

const ask = (path: string, body: unknown) => {
  return call(service, `POST /enrich/${path}`, { key: account.key, body })
}
const pages = (host: string) => web.asked(host).filter((path) => path === '/')

const quarry = organization({
  name: 'Quarrystone Analytics',
  url: 'https://quarrystone-analytics.com',
  foundingDate: '2014-03-01',
  numberOfEmployees: { '@type': 'QuantitativeValue', minValue: 11, maxValue: 50 },
  address: { addressLocality: 'Leeds', addressRegion: 'England', addressCountry: 'GB' },
  description: 'Figures about stones.',
  sameAs: ['https://x.com/quarrystone', 'https://www.linkedin.com/company/quarrystone/'],
  logo: '/logo.png',
})
const picture = sharp({
  create: { width: 64, height: 64, channels: 3, background: '#0a7' },
}).png()

async function playQuarry(host: string): Promise<void> {
  const logo = await picture.toBuffer()
  const page = quarry.replaceAll('quarrystone-analytics.com', host)
  web.play(host, {
    '/': page,
    '/logo.png': (_, response) => void response.writeHead(200).end(logo),
  })
}

test('a company that nobody knows is read from its website, paid for and receipted', async () => {
  await playQuarry('quarrystone-analytics.com')
  const domain = await ask('domain?expand=sources', { domain: 'quarrystone-analytics.com' })
  expect(domain.body).toEqual({
    domain: 'quarrystone-analytics.com',
    company_name: 'Quarrystone Analytics',
    industry: null,
    description: 'Figures about stones.',
    logo_url: `${service.url}/logo/quarrystone-analytics.com`,
    social_profiles: { twitter: 'quarrystone', linkedin: 'quarrystone' },
    sources: [
      {
        source: 'website',
        url: 'https://quarrystone-analytics.com/',
        fetched_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ],
  })
  checkReceipt(await auditOf(service, account), domain)
  const company = await ask('company', { domain: 'quarrystone-analytics.com' })
  expect(company.body).toMatchObject({
    name: 'Quarrystone Analytics',
    employee_count: '11-50',
    founded_year: 2014,
    hq_location: 'Leeds, England',
    matched_by: 'domain',
  })
  const social = await ask('social', { domain: 'quarrystone-analytics.com' })
  expect(social.body).toMatchObject({ twitter: 'quarrystone', youtube: null })
  const person = await ask('person', { email: 'jane.doe@quarrystone-analytics.com' })
  expect(person.body).toMatchObject({ name: 'Jane Doe', company: 'Quarrystone Analytics' })
  expect(pages('quarrystone-analytics.com')).toHaveLength(1)
})

test('what the catalog answers makes no request', async () => {
  expect((await ask('domain?expand=sources', { domain: 'github.com' })).body).toMatchObject({
    company_name: 'GitHub',
    sources: [{ source: 'catalog', url: null, fetched_at: null }],
  })
  expect(web.asked('github.com')).toEqual([])
})

test('the website shows its logo, as a picture of ours, once it was fetched', async () => {
  await playQuarry('slateworks-figures.com')
  const first = await fetch(`${service.url}/logo/slateworks-figures.com?size=32`)
  expect(first.headers.get('x-logo-source')).toBe('web')
  const { width, format } = await sharp(Buffer.from(await first.arrayBuffer())).metadata()
  expect({ width, format }).toEqual({ width: 32, format: 'png' })
  const svg = await fetch(`${service.url}/logo/slateworks-figures.com?format=svg`)
  expect(await svg.text()).toMatch(/^<svg [^>]*><image [^>]*href="data:image\/png;base64,/)
  expect(web.asked('slateworks-figures.com')).toEqual(['/robots.txt', '/', '/logo.png'])
})

test('twenty callers at once make one request, and so do those after a restart', async () => {
  await playQuarry('granite-counting.com')
  const asked = Array.from({ length: 20 }, () => ask('domain', { domain: 'granite-counting.com' }))
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200)
  account = await newAccount(service)
  web.play('gone-tomorrow.com', (_, response) => void response.writeHead(500).end())
  expect((await ask('domain', { domain: 'gone-tomorrow.com' })).status).toBe(404)
  const before = web.asked('gone-tomorrow.com').length
  await service.restart()
  account = await newAccount(service)
  expect((await ask('domain', { domain: 'granite-counting.com' })).status).toBe(200)
  const logo = await fetch(`${service.url}/logo/granite-counting.com`)
  expect(logo.headers.get('x-logo-source')).toBe('web')
  expect(web.asked('granite-counting.com')).toEqual(['/robots.txt', '/', '/logo.png'])
  expect((await ask('domain', { domain: 'gone-tomorrow.com' })).status).toBe(404)
  expect(web.asked('gone-tomorrow.com')).toHaveLength(before)
})

test('a site that hangs or drips is not found, free, within its time, and delays nobody else', async () => {
  web.play('hanging-gardens-llc.com', hangs)
  web.play('dripping-tap-llc.com', drips)
  const answered: string[] = []
  const askFor = async (domain: string) => {
    const { status, headers } = await ask('domain', { domain })
    answered.push(domain)
    return { status, charged: headers.get('credits-charged') }
  }
  // They would hang and drip for longer than this test may take.
  const slow = ['hanging-gardens-llc.com', 'dripping-tap-llc.com'].map(askFor)
  expect((await askFor('github.com')).status).toBe(200)
  expect(answered).toEqual(['github.com'])
  for (const outcome of await Promise.all(slow)) {
    expect(outcome).toEqual({ status: 404, charged: '0' })
  }
})

test('a job asks websites too, row by row, and pays for what it finds', async () => {
  await playQuarry('chalk-and-figures.com')
  const rows = [
    'github.com',
    'chalk-and-figures.com',
    'nobody-at-home-llc.com',
    'chalk-and-figures.com',
  ]
  const body = { type: 'domain', items: rows.map((domain) => ({ domain })) }
  const sent = { body, type: 'application/json', query: 'expand=sources' }
  const id = await begin(service, account, sent)
  expect(await ended(service, account, id)).toMatchObject({ processed: 4, matched: 3, failed: 1 })
  const results = await resultsOf(service, account, id)
  expect(results.map((row) => row.company_name ?? row.error)).toEqual([
    'GitHub',
    'Quarrystone Analytics',
    { code: 'not_found', message: 'Nothing is known. The row was free.' },
    'Quarrystone Analytics',
  ])
  expect(results[1]).toMatchObject({ sources: [{ source: 'website' }] })
  expect(pages('chalk-and-figures.com')).toHaveLength(1)
  const logo = await fetch(`${service.url}/logo/chalk-and-figures.com`)
  expect(logo.headers.get('x-logo-source')).toBe('web')
  expect(pages('chalk-and-figures.com')).toHaveLength(1)
})

test('a cancelled job waits for no website: its row is free, and what was found is paid', async () => {
  const hosts = Array.from({ length: 18 }, (_, at) => `never-answers-${at}-llc.com`)
  for (const host of hosts) web.play(host, { '*': hangs })
  const items = ['github.com', ...hosts].map((domain) => ({ domain }))
  const sent = { body: { type: 'domain', items }, type: 'application/json' }
  const id = await begin(service, account, sent)
  await until('a website is asked', () => hosts.some((host) => web.asked(host).length > 0))
  await call(service, `POST /jobs/${id}/cancel`, { key: account.key })
  const job = await ended(service, account, id)
  expect(job).toMatchObject({ processed: 19, matched: 1, failed: 18, free_calls_used: 1 })
  const [found, ...others] = await resultsOf(service, account, id)
  expect(found).toMatchObject({ company_name: 'GitHub' })
  const error = { code: 'cancelled', message: expect.stringContaining('was free') }
  for (const row of others) expect(row.error).toEqual(error)
})

test('a company that is known by name only is told by Wikidata, once', async () => {
  const claim = (value: unknown) => [{ mainsnak: { datavalue: { value } } }]
  const entity = {
    id: 'Q1',
    labels: { en: { value: 'Ventrelquist Mills' } },
    claims: { P31: claim({ id: 'Q4830453' }), P856: claim('https://ventrelquist.com/') },
  }
  const answers = {
    wbsearchentities: { search: [entity] },
    wbgetentities: { entities: { Q1: entity } },
  }
  let asked = 0
  web.play(web.place, {
    '*': (request, response) => {
      asked += 1
      const action = request.url?.includes('wbsearch') ? 'wbsearchentities' : 'wbgetentities'
      response.end(JSON.stringify(answers[action]))
    },
  })
  for (let times = 0; times < 2; times += 1) {
    const reply = await ask('company?expand=sources', { name: 'Ventrelquist Mills' })
    expect(reply.body).toMatchObject({
      name: 'Ventrelquist Mills',
      domain: 'ventrelquist.com',
      matched_by: 'name',
      sources: [{ source: 'wikidata', url: 'https://www.wikidata.org/wiki/Q1' }],
    })
  }
  expect(asked).toBe(2)
})

test('a domain that opted out is forgotten and not asked again', async () => {
  await playQuarry('leave-us-alone-llc.com')
  expect((await ask('domain', { domain: 'leave-us-alone-llc.com' })).status).toBe(200)
  const database = new pg.Client(service.database)
  await database.connect()
  try {
    const asked = { id: 'opt_live', subject: 'leave-us-alone-llc.com', reason: null }
    await requestOptOut(database, asked)
    await decideOptOut(database, asked.id, 'confirmed')
    const { rows } = await database.query('select from live_answers where subject = $1', [
      asked.subject,
    ])
    expect(rows).toEqual([])
  } finally {
    await database.end()
  }
  expect((await ask('domain', { domain: 'leave-us-alone-llc.com' })).status).toBe(404)
  const logo = await fetch(`${service.url}/logo/leave-us-alone-llc.com`)
  expect(logo.headers.get('x-logo-source')).toBe('monogram')
  expect(pages('leave-us-alone-llc.com')).toHaveLength(1)
})

test('the look-ups of this process are counted', async () => {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  expect(text).toMatch(/^enrich_live_look_ups\{state="running"\} \d/m)
  expect(text).toMatch(/^enrich_live_kept_total\{result="hit"\} \d/m)
})
