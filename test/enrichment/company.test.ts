import { describe, expect, test } from 'vitest'
import { companySchema, enrichCompany } from '../../src/enrichment/company.ts'
import { domainSchema, enrichDomain } from '../../src/enrichment/domain.ts'
import { enrichSocial, socialSchema } from '../../src/enrichment/social.ts'
import { testCatalog } from '../catalog/open-test-catalog.ts'

const catalog = testCatalog()
const options = { baseUrl: 'https://enrich.example' }

test('a company by name has its facts in the published shape', () => {
  const company = enrichCompany(catalog, { name: 'Netflix, Inc.' }, options)
  expect(companySchema.parse(company)).toMatchObject({
    name: 'Netflix',
    domain: 'netflix.com',
    founded_year: 1997,
    employee_count: '10001+',
    logo_url: 'https://enrich.example/logo/netflix.com',
    matched_by: 'name',
  })
})

test.each(['https://www.netflix.com/browse', 'NETFLIX.com', 'help.netflix.com'])(
  'a company by the domain in %s',
  (domain) => {
    expect(enrichCompany(catalog, { domain }, options)?.matched_by).toBe('domain')
  },
)

test('the domain wins over another name', () => {
  const company = enrichCompany(catalog, { name: 'Spotify', domain: 'netflix.com' }, options)
  expect(company).toMatchObject({ name: 'Netflix', matched_by: 'domain' })
})

test('an unknown domain leaves the name to decide', () => {
  const company = enrichCompany(catalog, { name: 'Netflix', domain: 'nobody-at-all.org' }, options)
  expect(company?.matched_by).toBe('name')
})

describe('what is not known is not found', () => {
  test.each([
    { name: 'Nobody At All Holdings' },
    { domain: 'nobody-at-all.org' },
    { domain: 'localhost' },
    { name: '', domain: null },
    {},
  ])('%j', (query) => {
    expect(enrichCompany(catalog, query, options)).toBeNull()
  })
})

test('a domain gives who uses it', () => {
  const domain = enrichDomain(catalog, 'www.netflix.com', options)
  expect(domainSchema.parse(domain)).toMatchObject({
    domain: 'netflix.com',
    company_name: 'Netflix',
    logo_url: 'https://enrich.example/logo/netflix.com',
  })
  expect(enrichDomain(catalog, 'nobody-at-all.org', options)).toBeNull()
})

test('social profiles are handles, never addresses', () => {
  const social = socialSchema.parse(enrichSocial(catalog, 'starbucks.com'))
  for (const handle of [social.twitter, social.linkedin, social.facebook]) {
    if (handle !== null) expect(handle).toMatch(/^[\w.-]+$/)
  }
  expect(enrichSocial(catalog, 'nobody-at-all.org')).toBeNull()
})
