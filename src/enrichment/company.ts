import { z } from 'zod'
import type { Catalog, Company } from '../catalog/catalog.ts'
import { parseDomain } from '../catalog/domain-name.ts'
import type { Named } from '../catalog/names/claims.ts'
import { countryOf } from '../catalog/names/country-of.ts'
import { sourcesSchema } from './answer-sources.ts'
import { descriptionOf } from './describe.ts'

const employeeRanges = [
  '1-10',
  '11-50',
  '51-200',
  '201-500',
  '501-1000',
  '1001-5000',
  '5001-10000',
  '10001+',
] as const

/** Enough to tell companies of one name apart, and to ask for the other one. */
const alternativeSchema = z.object({
  name: z.string(),
  domain: z.string().nullable(),
  industry: z.string().nullable(),
  hq_location: z.string().nullable(),
  country: z.string().nullable().meta({ description: 'ISO 3166-1, of two letters' }),
})

export const companyExpansions = ['alternatives', 'sources'] as const

export const companySchema = z.object({
  name: z.string().meta({ description: 'Name of the company', examples: ['Stripe'] }),
  domain: z
    .string()
    .nullable()
    .meta({ description: 'Main domain', examples: ['stripe.com'] }),
  description: z
    .string()
    .nullable()
    .meta({ description: 'One sentence', examples: ['Payment infrastructure for the internet.'] }),
  industry: z
    .string()
    .nullable()
    .meta({ description: 'Industry', examples: ['Financial Services'] }),
  employee_count: z
    .enum(employeeRanges)
    .nullable()
    .meta({ description: 'Range of employees', examples: ['5001-10000'] }),
  founded_year: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Year of founding', examples: [2010] }),
  hq_location: z
    .string()
    .nullable()
    .meta({ description: 'City, region', examples: ['South San Francisco, California'] }),
  logo_url: z
    .string()
    .nullable()
    .meta({
      description: 'Address of the logo; null exactly when domain is null',
      examples: ['http://127.0.0.1:3000/logo/stripe.com'],
    }),
  matched_by: z
    .enum(['domain', 'name', 'former_name', 'short_name'])
    .optional()
    .meta({
      description:
        'The key that found the company: its domain, its name in any spelling, a name that it ' +
        'bore before, or a short form of its name',
      examples: ['domain'],
    }),
  alternatives: z.array(alternativeSchema).optional().meta({
    description: 'Others of the name that was asked, likeliest first; with `?expand=alternatives`',
  }),
  sources: sourcesSchema,
})

export type EnrichedCompany = z.infer<typeof companySchema>

export interface CompanyQuery {
  readonly name?: string | null
  readonly domain?: string | null
  /** ISO 3166-1, of two letters: which of several companies of the name is meant. */
  readonly country?: string | null | undefined
  readonly expand?: readonly string[] | undefined
}

export interface LinkOptions {
  readonly baseUrl: string
}

/** Companies of every source: the catalog, the shelf, the imported ones. */
export type Companies = Pick<Catalog, 'companyByDomain' | 'named' | 'alternativesTo'>

/** The domain wins when both keys are given, since names repeat and domains do not. */
export function enrichCompany(
  companies: Companies,
  query: CompanyQuery,
  options: LinkOptions,
): EnrichedCompany | null {
  const byDomain = companyOfDomain(companies, query.domain)
  const wantsOthers = query.expand?.includes('alternatives') ?? false
  if (byDomain !== null) {
    const company = publishCompany(byDomain, options, 'domain')
    return wantsOthers ? { ...company, alternatives: [] } : company
  }
  const found = query.name ? companies.named(query.name, query.country ?? null) : null
  if (found === null || !query.name) return null
  const company = publishCompany(found.company, options, found.matchedBy)
  if (!wantsOthers) return company
  const others = companies.alternativesTo(query.name, found.company)
  return { ...company, alternatives: others.map(publishAlternative) }
}

export function companyOfDomain(
  companies: Pick<Companies, 'companyByDomain'>,
  text: string | null | undefined,
): Company | null {
  const domain = text ? parseDomain(text) : null
  return domain === null ? null : companies.companyByDomain(domain)
}

function publishCompany(
  company: Company,
  options: LinkOptions,
  matchedBy: 'domain' | Named['matchedBy'],
): EnrichedCompany {
  return {
    name: company.name,
    domain: company.domain,
    description: descriptionOf(company),
    industry: company.industry,
    employee_count: employeeRanges.find((range) => range === company.employees) ?? null,
    founded_year: company.foundedYear,
    hq_location: company.hq,
    logo_url: company.domain === null ? null : `${options.baseUrl}/logo/${company.domain}`,
    matched_by: matchedBy,
  }
}

function publishAlternative(company: Company): z.infer<typeof alternativeSchema> {
  return {
    name: company.name,
    domain: company.domain,
    industry: company.industry,
    hq_location: company.hq,
    country: countryOf(company),
  }
}
