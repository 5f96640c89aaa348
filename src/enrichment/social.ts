import { z } from 'zod'
import { sourcesSchema } from './answer-sources.ts'
import { type Companies, companyOfDomain } from './company.ts'

const handle = (network: string, example: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `Handle of the main ${network} account, not a URL`, examples: [example] })

export const socialSchema = z.object({
  domain: z.string().meta({ description: 'Registrable domain', examples: ['github.com'] }),
  company_name: z.string().meta({ description: 'Who uses it', examples: ['GitHub'] }),
  twitter: handle('Twitter', 'github'),
  linkedin: handle('LinkedIn', 'github'),
  facebook: handle('Facebook', 'GitHub'),
  instagram: handle('Instagram', 'github'),
  youtube: handle('YouTube', 'github'),
  sources: sourcesSchema,
})

export type Social = z.infer<typeof socialSchema>

/** A company of which no account is known is not found: five nulls are not worth a cent. */
export function enrichSocial(
  companies: Pick<Companies, 'companyByDomain'>,
  domain: string,
): Social | null {
  const company = companyOfDomain(companies, domain)
  if (company === null || company.domain === null) return null
  const { twitter, linkedin, facebook, instagram, youtube } = company.social
  const known = [twitter, linkedin, facebook, instagram, youtube].some((value) => value !== null)
  if (!known) return null
  return {
    domain: company.domain,
    company_name: company.name,
    twitter,
    linkedin,
    facebook,
    instagram,
    youtube,
  }
}
