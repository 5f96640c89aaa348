import { z } from 'zod'
import { sourcesSchema } from './answer-sources.ts'
import { type Companies, companyOfDomain, type LinkOptions } from './company.ts'
import { descriptionOf } from './describe.ts'

export const domainSchema = z.object({
  domain: z.string().meta({ description: 'Registrable domain', examples: ['github.com'] }),
  company_name: z.string().meta({ description: 'Who uses it', examples: ['GitHub'] }),
  industry: z
    .string()
    .nullable()
    .meta({ description: 'Industry', examples: ['Software'] }),
  description: z
    .string()
    .nullable()
    .meta({ description: 'One sentence', examples: ['Code hosting and collaboration platform.'] }),
  logo_url: z
    .string()
    .nullable()
    .meta({
      description: 'Address of the logo',
      examples: ['http://127.0.0.1:3000/logo/github.com'],
    }),
  social_profiles: z
    .object({
      twitter: z
        .string()
        .nullable()
        .meta({ description: 'Handle', examples: ['github'] }),
      linkedin: z
        .string()
        .nullable()
        .meta({ description: 'Handle', examples: ['github'] }),
    })
    .meta({ description: 'Handles of the main accounts, not URLs' }),
  sources: sourcesSchema,
})

export type Domain = z.infer<typeof domainSchema>

export function enrichDomain(
  companies: Pick<Companies, 'companyByDomain'>,
  domain: string,
  options: LinkOptions,
): Domain | null {
  const company = companyOfDomain(companies, domain)
  if (company === null || company.domain === null) return null
  return {
    domain: company.domain,
    company_name: company.name,
    industry: company.industry,
    description: descriptionOf(company),
    logo_url: `${options.baseUrl}/logo/${company.domain}`,
    social_profiles: { twitter: company.social.twitter, linkedin: company.social.linkedin },
  }
}
