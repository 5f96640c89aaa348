import type { Command } from '../../messages/commands.ts'
import { ProblemSignal } from '../http/exchange.ts'

/** A question without what says who asks it. */
type Asked<T> = T extends Command
  ? Omit<
      T,
      | 'version'
      | 'command_id'
      | 'account_id'
      | 'key_id'
      | 'request_id'
      | 'reply_to'
      | 'fingerprint'
      | 'at'
    >
  : never
type Question = Asked<Command>

/**
 * The table that test keys are answered from: known inputs, each with the answer in the live form.
 * Other inputs are not found, and some words stand for the refusals that a live key meets.
 */
export function exampleOf(question: Question, baseUrl: string): unknown {
  demandNoRefusal(wordsOf(question))
  switch (question.type) {
    case 'EnrichTransaction':
      return transactionOf(question.transaction, baseUrl)
    case 'EnrichTransactions':
      return {
        results: question.items.map((item) =>
          'error' in item ? item : transactionOf(item, baseUrl),
        ),
      }
    case 'EnrichCompany': {
      const byDomain = companyBy('domain', question.domain)
      const found = byDomain ?? companyBy('name', question.name) ?? notFound()
      const { social: _, ...company } = found
      return {
        ...company,
        ...logo(found.domain, baseUrl),
        matched_by: byDomain ? 'domain' : 'name',
      }
    }
    case 'EnrichDomain': {
      const { name, domain, industry, description, social } = at(question.domain)
      const { twitter, linkedin } = social
      const about = { domain, company_name: name, industry, description }
      return { ...about, ...logo(domain, baseUrl), social_profiles: { twitter, linkedin } }
    }
    case 'EnrichSocial': {
      const { name, domain, social } = at(question.domain)
      return { domain, company_name: name, ...social }
    }
    case 'EnrichPerson': {
      const [local = '', host = ''] = question.email.trim().toLowerCase().split('@')
      const { name: company, domain } = local === 'jane.doe' ? at(host) : notFound()
      return { name: 'Jane Doe', title: null, company, location: null, linkedin: null, domain }
    }
    default:
      return question satisfies never
  }
}

const refusals = {
  'test 402': () => {
    const members = { required_cents: 1, available_cents: 0, free_calls_remaining: 0 }
    const detail = 'This needs 1 cent after free calls; there are 0 cents. (An example.)'
    return new ProblemSignal('insufficient_credits', { detail, members })
  },
  'test 429': () => {
    const detail = 'This key may make no more calls now. Wait 1 s. (An example.)'
    return new ProblemSignal('too_many_requests', { detail, headers: { 'Retry-After': '1' } })
  },
  'test 503': () => {
    const detail = 'The service cannot answer now. Try again in a moment. (An example.)'
    return new ProblemSignal('unavailable', { detail, headers: { 'Retry-After': '1' } })
  },
} as const

/** `test 402` as a description or name, `test-402.example` as a domain. */
function demandNoRefusal(words: readonly string[]): void {
  for (const word of words) {
    const name = word
      .trim()
      .toLowerCase()
      .replace(/^.*@/, '')
      .replace(/\.example$/, '')
    const refusal = Object.entries(refusals).find(([each]) => each === name.replace('-', ' '))
    if (refusal) throw refusal[1]()
  }
}

function wordsOf(question: Question): readonly string[] {
  if (question.type === 'EnrichTransaction') return [question.transaction.description]
  if (question.type === 'EnrichTransactions') {
    return question.items.flatMap((item) => ('error' in item ? [] : [item.description]))
  }
  if (question.type === 'EnrichPerson') return [question.email]
  const name = question.type === 'EnrichCompany' ? question.name : null
  return [name ?? '', question.domain ?? '']
}

interface Line {
  readonly description: string
  readonly id?: string | number | undefined
  readonly metadata?: unknown
}

function transactionOf({ description, id, metadata }: Line, baseUrl: string): unknown {
  const known = transactions[description.trim().toUpperCase()]
  const website = known?.website ?? null
  return {
    ...(id === undefined ? {} : { id }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(known ?? unknownLine),
    ...(website === null ? { logo_url: null } : logo(website, baseUrl)),
  }
}

const unknownLine = {
  category: 'Other',
  confidence: 0.5,
  mcc_code: null,
  merchant: null,
  subcategory: 'Other',
  website: null,
}

const transactions: Readonly<
  Record<string, Readonly<Record<string, string | number>> & { website: string }>
> = {
  'STARBUCKS STORE 00512 SEATTLE WA': {
    category: 'Food and Drink',
    confidence: 0.98,
    mcc_code: '5814',
    merchant: 'Starbucks',
    subcategory: 'Coffee',
    website: 'starbucks.com',
  },
  'NETFLIX.COM': {
    category: 'Entertainment',
    confidence: 0.99,
    mcc_code: '4899',
    merchant: 'Netflix',
    subcategory: 'TV and Movies',
    website: 'netflix.com',
  },
}

const companies = [
  {
    name: 'Airbnb',
    domain: 'airbnb.com',
    description: 'Marketplace for short stays in private homes.',
    industry: 'Travel',
    employee_count: '5001-10000',
    founded_year: 2008,
    hq_location: 'San Francisco, California',
    social: {
      twitter: 'airbnb',
      linkedin: 'airbnb',
      facebook: 'airbnb',
      instagram: 'airbnb',
      youtube: 'airbnb',
    },
  },
] as const

function companyBy(member: 'name' | 'domain', text: string | null) {
  const asked = text?.trim().toLowerCase()
  return companies.find((company) => company[member].toLowerCase() === asked)
}

function at(domain: string) {
  return companyBy('domain', domain) ?? notFound()
}

function notFound(): never {
  throw new ProblemSignal('not_found', 'Nothing is known of it. (Test keys know a few examples.)')
}

function logo(domain: string, baseUrl: string) {
  return { logo_url: `${baseUrl}/logo/${domain}` }
}
