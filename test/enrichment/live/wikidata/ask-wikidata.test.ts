import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Web } from '../../../../src/enrichment/live/web/web.ts'
import { openWeb } from '../../../../src/enrichment/live/web/web.ts'
import { askWikidata } from '../../../../src/enrichment/live/wikidata/ask-wikidata.ts'

const value = (content: unknown) => ({
  rank: 'normal',
  mainsnak: { datavalue: { value: content } },
})
const item = (...ids: string[]) => ids.map((id) => value({ id }))
const texts = (text: string) => ({ en: { language: 'en', value: text } })

interface Entity {
  readonly labels?: object
  readonly aliases?: object
  readonly descriptions?: object
  readonly claims?: object
}

/** Wikidata as it answers: a business, its namesakes that are none, and the things it refers to. */
const entities: Readonly<Record<string, Entity>> = {
  Q1: { labels: texts('Quenlor Mills'), claims: { P31: item('Q5') } },
  Q2: {
    labels: texts('Quenlor Mills Limited'),
    claims: {
      P31: item('Q4830453'),
      P856: [value('https://elsewhere.com')],
      P576: [value({ time: '+1990' })],
    },
  },
  Q3: {
    labels: texts('Quenlor'),
    aliases: { en: [{ value: 'Quenlor Mills GmbH' }] },
    descriptions: texts('maker of <b>mills</b>'),
    claims: {
      P31: item('Q900'),
      P856: [value('https://www.quenlor.com/')],
      P571: [value({ time: '+1921-00-00T00:00:00Z', precision: 9 })],
      P159: item('Q901'),
      P17: item('Q902'),
      P452: item('Q903'),
      P1128: [value({ amount: '+640' })],
      P2002: [value('quenlor')],
      P4264: [value('quenlor-mills')],
    },
  },
  Q900: { claims: { P279: item('Q904') } },
  Q904: { claims: { P279: item('Q6881511') } },
  Q901: { labels: texts('Graz') },
  Q902: { labels: texts('Austria') },
  Q903: { labels: texts('mechanical engineering') },
}

const asked: URL[] = []
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://wikidata')
  asked.push(url)
  response.setHeader('content-type', 'application/json')
  if (url.searchParams.get('action') === 'wbsearchentities') {
    const isKnown = url.searchParams.get('search')?.toLowerCase().includes('quenlor')
    response.end(
      JSON.stringify({ search: isKnown ? ['Q1', 'Q2', 'Q3'].map((id) => ({ id })) : [] }),
    )
    return
  }
  const ids = url.searchParams.get('ids')?.split('|') ?? []
  const found = ids.map((id) => [id, { id, type: 'item', ...entities[id] }])
  response.end(JSON.stringify({ entities: Object.fromEntries(found) }))
})

let web: Web
let api = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/w/api.php` // as: it is TCP.
  web = openWeb({ userAgent: 'Test/1', connectTo: null })
})
afterAll(async () => {
  await web.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const ask = (name: string, domain: string | null = null) =>
  askWikidata({ web, api, signal: AbortSignal.timeout(5_000) }, { name, domain })

test('the business of the name is told, not its namesakes, by kinds of kinds', async () => {
  expect(await ask('QUENLOR mills')).toEqual({
    url: 'https://www.wikidata.org/wiki/Q3',
    facts: {
      name: 'Quenlor',
      domain: 'quenlor.com',
      description: 'maker of mills',
      industry: 'mechanical engineering',
      foundedYear: 1921,
      hq: 'Graz, Austria',
      employees: '501-1000',
      social: {
        ...{ twitter: 'quenlor', linkedin: 'quenlor-mills' },
        ...{ facebook: null, instagram: null, youtube: null },
      },
      icons: [],
      manifest: null,
    },
  })
})

test('the website must agree where the domain is known, and the name in any case', async () => {
  expect(await ask('Quenlor Mills', 'quenlor.com')).not.toBeNull()
  expect(await ask('Quenlor Mills', 'quenlor.org')).toBeNull()
  expect(await ask('Quenlor Works')).toBeNull()
  expect(await ask('Nobody at All')).toBeNull()
})

test('an API that is away is told from one that knows nothing', async () => {
  const gone = { web, api: 'http://127.0.0.1:1/w/api.php', signal: AbortSignal.timeout(5_000) }
  await expect(askWikidata(gone, { name: 'Quenlor', domain: null })).rejects.toThrow()
})
