import { z } from 'zod'
import { companyExpansions, companySchema } from '../../../enrichment/company.ts'
import { domainSchema } from '../../../enrichment/domain.ts'
import { personSchema } from '../../../enrichment/person.ts'
import { socialSchema } from '../../../enrichment/social.ts'
import type { Call } from '../../../ledger/prices.ts'
import { priceOf } from '../../../ledger/prices.ts'
import { companyCallSchema, domainText, emailText } from '../../../messages/items.ts'
import { ask } from '../../calls/ask.ts'
import type { Question } from '../../calls/asked.ts'
import { paidAnswers } from '../../calls/paid-answers.ts'
import { named } from '../../http/named.ts'
import { defineRoute } from '../../route.ts'

type ExpandQuery = z.ZodObject<{ expand: z.ZodType<readonly string[] | undefined> }>

/** The four look-ups are one shape: one thing asked, found and charged, or 404 and free. */
interface LookUp<T extends z.ZodObject> {
  readonly call: Call
  readonly operationId: string
  readonly summary: string
  readonly notes?: readonly string[]
  readonly query?: ExpandQuery
  readonly body: T
  readonly answer: z.ZodType
  readonly examples: { readonly body: unknown; readonly answer: unknown }
  readonly question: (body: z.infer<T>, expand: readonly string[]) => Question
}

function lookUpRoute<T extends z.ZodObject>(lookUp: LookUp<T>) {
  const { call, body: schema, question } = lookUp
  const cents = priceOf(call)
  return defineRoute({
    method: 'POST',
    path: `/enrich/${call}`,
    operationId: lookUp.operationId,
    tag: 'Enrichment',
    summary: `${lookUp.summary} (${cents} ${cents === 1 ? 'cent' : 'cents'})`,
    description: [
      'What is not known is null. Nothing found is 404 and free.',
      'A company that nothing else knows is read from its own website.',
      ...(lookUp.notes ?? []),
    ].join(' '),
    auth: 'key',
    scope: 'enrich',
    paid: true,
    query: lookUp.query ?? sourcesQuery,
    body: { schema, examples: [lookUp.examples.body] },
    answers: paidAnswers(lookUp.answer, lookUp.examples.answer),
    problems: ['not_found'],
    async handle(context, exchange, input) {
      const body = input.body
      const caller = input.caller
      const asked = question(body, input.query.expand ?? [])
      await ask(context, exchange, { caller, call, items: 1, body, question: asked })
    },
  })
}

const expandable = <T extends string>(names: readonly T[]) =>
  z.object({
    expand: z
      .array(z.enum(names))
      .optional()
      .meta({ description: 'Optional fields to add, separated by commas.' }),
  })

const sourcesQuery: ExpandQuery = expandable(['sources'])

const social = {
  twitter: 'airbnb',
  linkedin: 'airbnb',
  facebook: 'airbnb',
  instagram: 'airbnb',
  youtube: 'airbnb',
}

export const companyRoute = lookUpRoute({
  call: 'company',
  operationId: 'enrichCompany',
  summary: 'Company details from a name or a domain',
  notes: [
    'A name is found however registers and people write it: `Lilly (Eli)`, `PT Astra Tbk`.',
    'Of several companies of a name the one that people mean; `country` decides otherwise.',
  ],
  query: expandable(companyExpansions),
  body: named('CompanyQuestion', companyCallSchema),
  answer: named('Company', companySchema),
  examples: {
    body: { domain: 'airbnb.com' },
    answer: {
      name: 'Airbnb',
      domain: 'airbnb.com',
      description: 'Marketplace for short stays in private homes.',
      industry: 'Travel',
      employee_count: '5001-10000',
      founded_year: 2008,
      hq_location: 'San Francisco, California',
      logo_url: 'http://127.0.0.1:3000/logo/airbnb.com',
      matched_by: 'domain',
    },
  },
  question: ({ name, domain, country }, expand) => ({
    type: 'EnrichCompany',
    name: name?.toWellFormed() ?? null,
    domain: domain?.toWellFormed() ?? null,
    country: country?.toUpperCase() ?? null,
    expand: [...expand],
  }),
})

export const domainRoute = lookUpRoute({
  call: 'domain',
  operationId: 'enrichDomain',
  summary: 'Company info from a domain',
  body: named('DomainQuestion', z.object({ domain: domainText })),
  answer: named('DomainProfile', domainSchema),
  examples: {
    body: { domain: 'airbnb.com' },
    answer: {
      domain: 'airbnb.com',
      company_name: 'Airbnb',
      industry: 'Travel',
      description: 'Marketplace for short stays in private homes.',
      logo_url: 'http://127.0.0.1:3000/logo/airbnb.com',
      social_profiles: { twitter: 'airbnb', linkedin: 'airbnb' },
    },
  },
  question: ({ domain }, expand) => {
    return { type: 'EnrichDomain', domain: domain.toWellFormed(), expand: [...expand] }
  },
})

export const socialRoute = lookUpRoute({
  call: 'social',
  operationId: 'enrichSocial',
  summary: 'Social profile handles of a domain',
  body: named('SocialQuestion', z.object({ domain: domainText })),
  answer: named('SocialProfiles', socialSchema),
  examples: {
    body: { domain: 'airbnb.com' },
    answer: { domain: 'airbnb.com', company_name: 'Airbnb', ...social },
  },
  question: ({ domain }, expand) => {
    return { type: 'EnrichSocial', domain: domain.toWellFormed(), expand: [...expand] }
  },
})

export const personRoute = lookUpRoute({
  call: 'person',
  operationId: 'enrichPerson',
  summary: 'Person details from an e-mail address',
  notes: [
    'The name is the one that the address spells, in any culture.',
    'An address of a desk or a machine (`sales@`, `rechnung.eingang@`, `svc-backup@`) is nobody’s: ' +
      '404 and free.',
  ],
  body: named('PersonQuestion', z.object({ email: emailText })),
  answer: named('Person', personSchema),
  examples: {
    body: { email: 'jane.doe@airbnb.com' },
    answer: {
      name: 'Jane Doe',
      title: null,
      company: 'Airbnb',
      location: null,
      linkedin: null,
      domain: 'airbnb.com',
    },
  },
  question: ({ email }, expand) => {
    return { type: 'EnrichPerson', email: email.toWellFormed(), expand: [...expand] }
  },
})
