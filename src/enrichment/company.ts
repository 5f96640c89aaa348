import { z } from 'zod'
import type { Catalog, Company } from '../catalog/catalog.ts'
import { parseDomain } from '../catalog/domain-name.ts'

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
    .enum(['domain', 'name'])
    .optional()
    .meta({ description: 'Which of the keys sent found the company', examples: ['domain'] }),
})

export type EnrichedCompany = z.infer<typeof companySchema>

export interface CompanyQuery {
  readonly name?: string | null
  readonly domain?: string | null
}

export interface LinkOptions {
  readonly baseUrl: string
}

/** The companies of the catalog, with the imported ones behind it. */
export type Companies = Pick<Catalog, 'companyByDomain' | 'companyByName'>

/** The domain wins when both keys are given, since names repeat and domains do not. */
export function enrichCompany(
  companies: Companies,
  query: CompanyQuery,
  options: LinkOptions,
): EnrichedCompany | null {
  const byDomain = companyOfDomain(companies, query.domain)
  if (byDomain !== null) return publishCompany(byDomain, options, 'domain')
  const byName = query.name ? companies.companyByName(query.name) : null
  return byName === null ? null : publishCompany(byName, options, 'name')
}

export function companyOfDomain(
  companies: Companies,
  text: string | null | undefined,
): Company | null {
  const domain = text ? parseDomain(text) : null
  return domain === null ? null : companies.companyByDomain(domain)
}

function publishCompany(
  company: Company,
  options: LinkOptions,
  matchedBy: 'domain' | 'name',
): EnrichedCompany {
  return {
    name: company.name,
    domain: company.domain,
    description: company.description,
    industry: company.industry,
    employee_count: employeeRanges.find((range) => range === company.employees) ?? null,
    founded_year: company.foundedYear,
    hq_location: company.hq,
    logo_url: company.domain === null ? null : `${options.baseUrl}/logo/${company.domain}`,
    matched_by: matchedBy,
  }
}
