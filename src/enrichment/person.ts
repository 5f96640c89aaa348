import { z } from 'zod'
import type { Catalog } from '../catalog/catalog.ts'
import { parseAddress } from './address.ts'
import { sourcesSchema } from './answer-sources.ts'
import { isNobody } from './people/desks.ts'
import { readLocalPart } from './people/local-part.ts'
import { nameOfParts } from './people/name-of-parts.ts'

export const personSchema = z.object({
  name: z
    .string()
    .nullable()
    .meta({ description: 'Full name', examples: ['Ada Lovelace'] }),
  title: z
    .string()
    .nullable()
    .meta({ description: 'Never guessed: null', examples: [null] }),
  company: z
    .string()
    .nullable()
    .meta({ description: 'Employer by domain', examples: ['Stripe'] }),
  location: z
    .string()
    .nullable()
    .meta({ description: 'Never guessed: null', examples: [null] }),
  linkedin: z
    .string()
    .nullable()
    .meta({ description: 'Never guessed: null', examples: [null] }),
  domain: z
    .string()
    .nullable()
    .meta({ description: 'Domain of the address', examples: ['stripe.com'] }),
  sources: sourcesSchema,
})

export type Person = z.infer<typeof personSchema>

/**
 * The person that an address describes by itself: a name where the local part spells one, a company
 * where the domain is one's. A role account is nobody, and a nickname at a free provider tells
 * nothing.
 */
export function enrichPerson(catalog: Catalog, email: string): Person | null {
  const address = parseAddress(email)
  if (address === null || catalog.isDisposable(address.domain)) return null
  const words = catalog.personWords
  const { pieces, names } = readLocalPart(address.local, (piece) => words.particles.has(piece))
  if (isNobody(words, pieces)) return null
  const atCompany = !catalog.isFreeMail(address.domain)
  const name = nameOfParts(words, names, { atCompany })
  const company = atCompany ? catalog.companyByDomain(address.domain) : null
  if (name === null && company === null) return null
  return {
    name,
    title: null,
    company: company?.name ?? null,
    location: null,
    linkedin: null,
    domain: address.domain,
  }
}
