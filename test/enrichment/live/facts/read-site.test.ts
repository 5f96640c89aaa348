import { expect, test } from 'vitest'
import { factsOf, meta, title } from '../pages.ts'
import { organization } from '../play-websites.ts'

test('the organisation is found wherever structured data has it', async () => {
  const members = { '@type': 'Corporation', name: 'Deepwell Pumps', url: 'https://deepwell.com' }
  const wrapped = [
    { '@graph': [{ '@type': 'WebSite', publisher: members }] },
    [{ '@type': 'BreadcrumbList' }, members],
    {
      '@type': 'WebPage',
      isPartOf: { '@type': 'WebSite', publisher: { '@id': '#o' } },
      about: { '@id': '#o', ...members },
    },
    { ...members, '@type': ['Organization', 'LocalBusiness'] },
    { ...members, '@type': 'https://schema.org/Dentist' },
  ]
  for (const [index, data] of wrapped.entries()) {
    const script = `<script type="application/ld+json">${JSON.stringify(data)}</script>`
    const page = title(
      'Slogan of nobody',
      `<script type="application/ld+json">{broken</script>${script}`,
    )
    expect({ index, name: (await factsOf(page, 'deepwell.com')).name }).toEqual({
      index,
      name: 'Deepwell Pumps',
    })
  }
})

test('microdata says the same as JSON-LD', async () => {
  const page = `<body><div itemscope itemtype="https://schema.org/Organization">
    <span itemprop="name">Tallowood  Candles</span><a itemprop="url" href="https://tallowood.com">x</a>
    <meta itemprop="foundingDate" content="1987"><link itemprop="sameAs" href="https://www.instagram.com/tallowood.candles/">
    <div itemprop="address" itemscope itemtype="https://schema.org/PostalAddress">
      <span itemprop="addressLocality">Portland</span>, <span itemprop="addressRegion">OR</span>
      <span itemprop="addressCountry">US</span></div>
    <p itemprop="description">Candles of <b>wax</b>.</p></div></body>`
  expect(await factsOf(page, 'tallowood.com')).toMatchObject({
    name: 'Tallowood Candles',
    foundedYear: 1987,
    hq: 'Portland, Oregon',
    description: 'Candles of wax.',
    social: { instagram: 'tallowood.candles' },
  })
})

test('the site of another is not taken for the owner: reviewers, makers of the site, clients', async () => {
  const data = {
    '@graph': [
      {
        '@type': 'Organization',
        name: 'Webmakers Agency',
        url: 'https://webmakers-agency.com',
        sameAs: ['https://twitter.com/webmakers'],
      },
      {
        '@type': 'Product',
        review: { author: { '@type': 'Organization', name: 'Stars Magazine' } },
      },
      { '@type': 'Organization', name: 'Oakline Furniture', url: 'https://oakline-furniture.com' },
    ],
  }
  const page = title(
    'Tables',
    `<script type="application/ld+json">${JSON.stringify(data)}</script>`,
  )
  const { name, social } = await factsOf(page, 'oakline-furniture.com')
  expect({ name, twitter: social.twitter }).toEqual({ name: 'Oakline Furniture', twitter: null })
})

test.each([
  [{ numberOfEmployees: 120 }, { employees: '51-200' }],
  [{ numberOfEmployees: '1,200+' }, { employees: '1001-5000' }],
  [{ numberOfEmployees: { '@type': 'QuantitativeValue', value: '7' } }, { employees: '1-10' }],
  [{ numberOfEmployees: { minValue: 201, maxValue: 500 } }, { employees: '201-500' }],
  [{ numberOfEmployees: '51-200' }, { employees: '51-200' }],
  [{ numberOfEmployees: 'many' }, { employees: null }],
  [{ numberOfEmployees: -5 }, { employees: null }],
  [{ numberOfEmployees: 'circa 80' }, { employees: '51-200' }],
  [{ numberOfEmployees: { minValue: -1, maxValue: 8 } }, { employees: '1-10' }],
  [{ foundingDate: '1999-05-04' }, { foundedYear: 1999 }],
  [{ foundingDate: 'March 2011' }, { foundedYear: 2011 }],
  [{ foundingDate: '3020' }, { foundedYear: null }],
  [{ address: { addressLocality: 'Tallinn', addressCountry: 'EE' } }, { hq: 'Tallinn, Estonia' }],
  [
    { address: [{ addressLocality: 'Graz', addressCountry: { name: 'Austria' } }] },
    { hq: 'Graz, Austria' },
  ],
  [
    { address: { addressLocality: 'Bergen', addressRegion: 'Vestland', addressCountry: 'NO' } },
    { hq: 'Bergen, Vestland' },
  ],
  [{ address: 'Main Street 1' }, { hq: null }],
])('of %j the fact is %j', async (members, fact) => {
  expect(await factsOf(organization({ name: 'Facts', ...members }))).toMatchObject(fact)
})

const link = (href: string) => `<a href="${href}">x</a>`

test.each([
  ['https://twitter.com/intent/tweet?text=x', { twitter: null }],
  ['https://twitter.com/share?url=x', { twitter: null }],
  ['https://x.com/handles/status/12345', { twitter: null }],
  ['https://x.com/@handles', { twitter: 'handles' }],
  ['//www.twitter.com/Handles/', { twitter: 'Handles' }],
  ['https://mobile.twitter.com/handles?lang=en', { twitter: 'handles' }],
  ['https://www.linkedin.com/in/jane-doe', { linkedin: null }],
  ['https://www.linkedin.com/sharing/share-offsite/?url=x', { linkedin: null }],
  ['https://de.linkedin.com/company/handles-gmbh/about/', { linkedin: 'handles-gmbh' }],
  ['https://www.facebook.com/sharer/sharer.php?u=x', { facebook: null }],
  ['https://www.facebook.com/login.php', { facebook: null }],
  ['https://www.facebook.com/handles/posts/123', { facebook: null }],
  ['https://www.facebook.com/Handles.Official/?ref=x', { facebook: 'Handles.Official' }],
  ['https://www.instagram.com/p/Cabc123/', { instagram: null }],
  ['https://instagram.com/handles_', { instagram: 'handles_' }],
  ['https://www.youtube.com/watch?v=abc', { youtube: null }],
  ['https://youtu.be/abc', { youtube: null }],
  ['https://www.youtube.com/@handles', { youtube: 'handles' }],
  ['https://www.youtube.com/user/HandlesTV/videos', { youtube: 'HandlesTV' }],
  ['https://nottwitter.com/handles', { twitter: null }],
  ['https://twitter.com.evil.net/handles', { twitter: null }],
])('the link %s gives %j', async (href, handles) => {
  const { social } = await factsOf(title('Handles', '', link(href)), 'handles.com')
  expect(social).toMatchObject(handles)
})

test('of several accounts the own one is taken, and none where nothing tells them apart', async () => {
  const body = `${link('https://twitter.com/partner_one')}<footer>${link('https://twitter.com/choosy')}</footer>`
  expect((await factsOf(title('Choosy', '', body), 'choosy.com')).social.twitter).toBe('choosy')
  const others = link('https://twitter.com/abc_news') + link('https://twitter.com/xyz_news')
  expect((await factsOf(title('Choosy', '', others), 'choosy.com')).social.twitter).toBeNull()
  const site = meta('twitter:site', '@choosy_hq') + meta('twitter:creator', '@jane')
  expect((await factsOf(title('Choosy', site, others), 'choosy.com')).social.twitter).toBe(
    'choosy_hq',
  )
})
