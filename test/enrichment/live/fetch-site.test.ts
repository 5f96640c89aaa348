import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchSite } from '../../../src/enrichment/live/fetch-site.ts'
import type { Web } from '../../../src/enrichment/live/web/web.ts'
import { openWeb } from '../../../src/enrichment/live/web/web.ts'
import { meta, title } from './pages.ts'
import type { Site, WebsitePlayer } from './play-websites.ts'
import { hangs, organization, playWebsites, redirectTo } from './play-websites.ts'

let player: WebsitePlayer
let web: Web
beforeAll(async () => {
  player = await playWebsites()
  web = openWeb({ userAgent: 'Test/1', connectTo: { host: '127.0.0.1', port: player.port } })
})
afterAll(async () => {
  await web.close()
  await player.close()
})

let hosts = 0
function newHost(): string {
  hosts += 1
  return `site-${hosts}.com`
}

/** The outcome for a site under a host of its own, or under the one that the case is about. */
async function visited(site: Site, host = newHost()) {
  player.play(host, site)
  return fetchSite(web, host, AbortSignal.timeout(10_000))
}

async function factsOf(site: Site, host?: string) {
  const outcome = await visited(site, host)
  if (outcome.type !== 'found') throw new Error(`it is ${outcome.type}`)
  return outcome.facts
}

function sent(body: Buffer | string, headers: Record<string, string> = {}, status = 200): Site {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
  }
}

const link = (href: string) => `<a href="${href}">x</a>`

test.each([
  [
    'a parked domain',
    title('parked-co.com', '', 'This domain is parked free, courtesy of a registrar.'),
  ],
  ['a domain for sale', title('nice-name.com is for sale', '', 'Make an offer for this domain')],
  ['a domain for sale, in German', title('Diese Domain steht zum Verkauf')],
  [
    'a parking service',
    title('resources', '<script src="https://img.sedoparking.com/x.js"></script>'),
  ],
  ['the first page of nginx', title('Welcome to nginx!', '', '<h1>Welcome to nginx!</h1>')],
  ['the first page of Apache', title('Apache2 Ubuntu Default Page: It works')],
  ['a directory', title('Index of /')],
  ['a site to come', title('Coming Soon')],
  ['an error that answers 200', title('404 Not Found')],
  ['another one', title('Page not found - Errors Inc')],
  ['a bot wall', title('Just a moment...')],
  ['a sign-in page', title('Sign in to your account')],
  ['a log-in page with a name', title('Log in | Doorkeeper')],
  ['a suspended account', title('Account Suspended')],
  ['an empty page', '<html></html>'],
  ['a shop to come', title('Opening Soon')],
  ['a shop that was closed', title('This store is unavailable')],
  ['a page of its registrar', title('new-co.com', '', 'Diese Domain wurde gerade registriert.')],
  ['a marketplace of domains', title('Big.com - new-co.com is for sale (New Co)')],
  ['a bot wall of another kind', title('Pardon Our Interruption')],
  ['an error of WordPress', title('WordPress › Error')],
  ['a page parked without a word', title('Namecheap Parking Page')],
])('%s is no company', async (_, page) => {
  expect(await visited(page)).toEqual({ type: 'nobody' })
})

test.each([
  ['an error', sent(title('Real Company'), {}, 500)],
  ['no HTML', sent('{"name":"Acme"}', { 'content-type': 'application/json' })],
  ['a picture', sent(Buffer.from([0x89, 0x50]), { 'content-type': 'image/png' })],
  ['nothing', sent('')],
])('%s is no page', async (_, site) => {
  expect(await visited(site)).toEqual({ type: 'no_page' })
})

test('text is plain, whatever hides in it', async () => {
  const description =
    'A &amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt; <b>bold</b>\u202e\u200b claim &mdash;\n\n of  it\u0007'
  const page = title('Plainly &amp; Co', meta('description', description))
  const facts = await factsOf(page, 'plainly.com')
  expect(facts.name).toBe('Plainly & Co')
  expect(facts.description).toBe('A bold claim — of it')
  const long = await factsOf(
    title('Longwinded', meta('description', 'word '.repeat(2_000))),
    'longwinded.com',
  )
  expect(long.description?.length).toBeLessThanOrEqual(500)
  const named = await factsOf(
    organization({ name: `Longname ${'x'.repeat(500)}`, url: 'https://longname.com' }),
    'longname.com',
  )
  expect(named.name.length).toBeLessThanOrEqual(120)
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
] as const)('a page in %s is read', async (coding, compress) => {
  const site = sent(compress(Buffer.from(title('Squeezed'))), { 'content-encoding': coding })
  expect((await factsOf(site, 'squeezed.com')).name).toBe('Squeezed')
})

test.each([
  ['its header', Buffer.from(title('Müllerhof'), 'latin1'), 'text/html; charset=iso-8859-1'],
  [
    'its own word',
    Buffer.from(title('Müllerhof', '<meta charset="windows-1252">'), 'latin1'),
    'text/html',
  ],
  ['its mark', Buffer.from(`\ufeff${title('Müllerhof')}`, 'utf16le'), 'text/html'],
  ['no word at all', Buffer.from(title('Müllerhof')), 'text/html'],
  ['a lie: UTF-8 called Latin', Buffer.from(title('Müllerhof')), 'text/html; charset=iso-8859-1'],
  [
    'a lie: Latin called UTF-8',
    Buffer.from(title('Müllerhof'), 'latin1'),
    'text/html; charset=utf-8',
  ],
  ['a name of nothing', Buffer.from(title('Müllerhof')), 'text/html; charset=klingon'],
])('the charset is told by %s', async (_, bytes, type) => {
  expect((await factsOf(sent(bytes, { 'content-type': type }), 'muellerhof.com')).name).toBe(
    'Müllerhof',
  )
})

test('scripts of other letters are read by the word of their page', async () => {
  const cyrillic = Buffer.from([0xc7, 0xe0, 0xe2, 0xee, 0xe4]) // windows-1251
  const kanji = Buffer.from([0x8e, 0x52, 0x90, 0x81, 0x92, 0x83]) // Shift_JIS
  const written = (charset: string, name: Buffer) =>
    sent(Buffer.concat([Buffer.from(`<meta charset="${charset}"><title>`), name]), {
      'content-type': 'text/html',
    })
  expect((await factsOf(written('windows-1251', cyrillic))).name).toBe('Завод')
  expect((await factsOf(written('Shift_JIS', kanji))).name).toBe('山吹茶')
})

test('redirects are followed, also to where the company moved, and no more than five', async () => {
  player.play('moved-to.com', title('Moved Company'))
  expect(await factsOf(redirectTo('https://moved-to.com/'), 'moved-from.com')).toMatchObject({
    name: 'Moved Company',
  })
  player.play('refreshed.com', {
    '/': '<meta http-equiv="refresh" content="0; url=/en/">',
    '/en/': title('Refreshed'),
  })
  expect(
    await factsOf(
      { '/': '<meta http-equiv="refresh" content="0; url=/en/">', '/en/': title('Refreshed') },
      'refreshed.com',
    ),
  ).toMatchObject({ name: 'Refreshed' })
  expect(await visited(redirectTo('/'), 'turning-round.com')).toEqual({ type: 'forbidden' })
  expect(player.asked('turning-round.com').filter((path) => path === '/')).toHaveLength(6)
})

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://[::ffff:10.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fd00::1]/',
  'http://169.254.169.254/latest/',
  'http://localhost/',
  'http://db.internal/',
  'http://printer.local/',
  'http://db.corp/',
  'http://router.home/',
  'http://router.home.arpa/',
  'http://kubernetes.default.svc/',
  'http://FOO.INTERNAL/',
  'http://[::127.0.0.1]/',
  'http://a.localhost./',
  'http://example.com:8080/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://user:pass@example.com/',
])('a redirect to %s is refused', async (target) => {
  expect(await visited(redirectTo(target))).toEqual({ type: 'forbidden' })
  expect(await visited(`<meta http-equiv="refresh" content="1;url=${target}">`)).toEqual({
    type: 'forbidden',
  })
})

test('robots.txt is honoured for this service and for all', async () => {
  const page = title('Shy Company')
  const shy = (rules: string): Site => ({
    '/': page,
    '/robots.txt': (_, response) => void response.end(rules),
  })
  expect(await visited(shy('User-agent: *\nDisallow: /'))).toEqual({ type: 'refused' })
  expect(await visited(shy('User-agent: DataEnrichmentService\nDisallow: /'))).toEqual({
    type: 'refused',
  })
  const failing: Site = {
    '/': page,
    '/robots.txt': (_, response) => void response.writeHead(503).end(),
  }
  expect(await visited(failing)).toEqual({ type: 'refused' })
  const long = `${'# a line\n'.repeat(100_000)}User-agent: *\nDisallow: /`
  expect(await visited(shy(long), 'shy-company.com')).toMatchObject({ type: 'found' })
  expect(await visited(shy('User-agent: *\nDisallow: /admin'), 'shy-company.com')).toMatchObject({
    type: 'found',
  })
  expect(
    await visited(
      shy('User-agent: other\nDisallow: /\n\nUser-agent: *\nAllow: /'),
      'shy-company.com',
    ),
  ).toMatchObject({ type: 'found' })
})

test('robots.txt is read where redirects lead, and a private place is none of them', async () => {
  const rules: Site = {
    '/robots.txt': (_, response) => void response.end('User-agent: *\nDisallow: /'),
  }
  player.play('www.shy-moved.com', rules)
  const moved = (location: string): Site => ({
    '/': title('Shy Moved'),
    '/robots.txt': redirectTo(location),
  })
  const outcome = await visited(moved('https://www.shy-moved.com/robots.txt'), 'shy-moved.com')
  expect(outcome).toEqual({ type: 'refused' })
  for (const nowhere of ['/robots.txt', '/nowhere.txt', 'http://127.0.0.1/robots.txt']) {
    expect(await visited(moved(nowhere), 'shy-moved.com')).toMatchObject({ type: 'found' })
  }
  expect(player.asked('127.0.0.1')).toEqual([])
})

test('a robots.txt that never comes leaves the site alone', async () => {
  const host = newHost()
  player.play(host, { '/': title('Silent'), '/robots.txt': hangs })
  const asked = fetchSite(web, host, AbortSignal.timeout(300))
  expect(await asked).toEqual({ type: 'unreachable' })
  expect(player.asked(host)).toEqual(['/robots.txt'])
})

test('www and plain HTTP are tried where the first address does not answer', async () => {
  player.play('www.only-www.com', title('Only WWW'))
  expect(await fetchSite(web, 'only-www.com', AbortSignal.timeout(5_000))).toMatchObject({
    type: 'found',
    url: 'https://www.only-www.com/',
  })
})

test.each([
  ['a bomb', () => sent(gzipSync(Buffer.alloc(50_000_000, 'a')), { 'content-encoding': 'gzip' })],
  ['a coding of nobody', () => sent('x', { 'content-encoding': 'zip' })],
  ['a lie about its coding', () => sent(title('Liar'), { 'content-encoding': 'gzip' })],
  ['elements without end', () => title('Deep Co', '', '<div>'.repeat(200_000))],
  [
    'closing tags without opening',
    () => title('Deep Co', '', `${'<a>'.repeat(500)}${'</x>'.repeat(200_000)}`),
  ],
  [
    'attributes without end',
    () =>
      title('Deep Co', '', `<p ${Array.from({ length: 50_000 }, (_, n) => `a${n}`).join(' ')}>`),
  ],
  [
    'ten thousand links',
    () =>
      title(
        'Deep Co',
        '',
        Array.from({ length: 10_000 }, (_, n) => link(`https://twitter.com/u${n}`)).join(''),
      ),
  ],
  [
    'deep structured data',
    () =>
      title(
        'Deep Co',
        `<script type="application/ld+json">${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}</script>`,
      ),
  ],
  [
    'structured data that refers to itself',
    () =>
      title(
        'Deep Co',
        '<script type="application/ld+json">{"@id":"#a","@type":"Organization","publisher":{"@id":"#a"}}</script>',
      ),
  ],
  [
    'names of prototypes',
    () =>
      title(
        'Deep Co',
        '<script type="application/ld+json">{"__proto__":{"name":"x"},"@type":["Organization"],"name":{"constructor":1}}</script>',
        '<div itemscope itemprop="__proto__"><p itemprop="constructor">',
      ),
  ],
])('%s is harmless and holds the process up for no more than a moment', async (_, site) => {
  const page = site()
  let longest = 0
  let last = performance.now()
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  const { type } = await visited(page, 'deepco.com')
  clearInterval(beat)
  expect(['found', 'nobody', 'no_page', 'unreachable']).toContain(type)
  // A moment is long on a busy machine; what these would cost without limits is far longer.
  expect(longest).toBeLessThan(2_000)
})
