import { z } from 'zod'
import type { Knowledge } from '../catalog/matcher/knowledge/knowledge.ts'
import { counterpartyRoles } from '../catalog/matcher/line-match.ts'
import { type LineMatch, matchLine } from '../catalog/matcher/match-line.ts'
import { type CategoryNames, namesOfCategory } from '../catalog/taxonomy.ts'

export const expansions = [
  'merchant_id',
  'counterparties',
  'location',
  'channel',
  'recurrence',
  'reasons',
  'category_confidence',
] as const

export type Expansion = (typeof expansions)[number]

const probability = z.number().min(0).max(1)

const counterpartySchema = z.object({
  name: z.string().meta({ description: 'Display name', examples: ['Square'] }),
  role: z
    .enum(counterpartyRoles)
    .meta({ description: 'What the party does in this payment', examples: ['processor'] }),
  website: z
    .string()
    .nullable()
    .meta({ description: 'Domain', examples: ['squareup.com'] }),
})

const locationSchema = z.object({
  city: z
    .string()
    .nullable()
    .meta({ description: 'City as the line says it', examples: ['Asheville'] }),
  region: z
    .string()
    .nullable()
    .meta({ description: 'State or region code', examples: ['NC'] }),
  country: z
    .string()
    .nullable()
    .meta({ description: 'ISO 3166-1 code', examples: ['US'] }),
})

const channels = ['online', 'in_store', 'atm', 'transfer', 'direct_debit'] as const
const recurrences = ['subscription', 'instalment', 'standing_order'] as const

export const enrichedTransactionSchema = z.object({
  merchant: z
    .string()
    .nullable()
    .meta({
      description:
        'Merchant display name; the cleaned name of the line when it is not in the catalog, null when the line has no merchant',
      examples: ['Starbucks'],
    }),
  category: z.string().meta({
    description: 'Top-level category, a name of /enrich/categories; Other where nothing is known',
    examples: ['Food and Drink'],
  }),
  subcategory: z
    .string()
    .meta({ description: 'Subcategory, unique within its category', examples: ['Coffee'] }),
  logo_url: z
    .string()
    .nullable()
    .meta({
      description: 'Address of the logo; null exactly when website is null',
      examples: ['http://127.0.0.1:3000/logo/starbucks.com'],
    }),
  website: z
    .string()
    .nullable()
    .meta({
      description: "The merchant's domain, null when not known",
      examples: ['starbucks.com'],
    }),
  mcc_code: z
    .string()
    .regex(/^\d{4}$/)
    .meta({ description: 'Merchant category code, four digits', examples: ['5814'] }),
  confidence: probability.meta({
    description:
      'Probability that merchant is right as answered; for a null merchant, that there is none',
    examples: [0.97],
  }),
  merchant_id: z
    .string()
    .nullable()
    .optional()
    .meta({
      description: 'Stable id of a merchant of the catalog, or of your feedback',
      examples: ['mer_starbucks_com'],
    }),
  counterparties: z
    .array(counterpartySchema)
    .optional()
    .meta({ description: 'Parties between payer and merchant', examples: [[]] }),
  location: locationSchema
    .nullable()
    .optional()
    .meta({ description: 'Place, where the line names one', examples: [null] }),
  channel: z
    .enum(channels)
    .nullable()
    .optional()
    .meta({ description: 'How it was paid', examples: ['in_store'] }),
  recurrence: z
    .enum(recurrences)
    .nullable()
    .optional()
    .meta({ description: 'Whether the line says that it recurs', examples: [null] }),
  reasons: z
    .array(z.string())
    .optional()
    .meta({ description: 'Evidence behind the answer', examples: [['alias']] }),
  category_confidence: probability
    .optional()
    .meta({ description: 'Probability that the category is right', examples: [0.95] }),
})

export type EnrichedTransaction = z.infer<typeof enrichedTransactionSchema>

export interface TransactionQuery {
  readonly description: string
  readonly amount?: number | null
}

export interface TransactionOptions {
  readonly baseUrl: string
  readonly expand?: readonly Expansion[]
}

/** Clients map the pair of names without a case for nothing, so that nothing has a name too. */
const unknownCategory = namesOfKnown('OTHER_OTHER')

/** A merchant, or at least a category that is one. For less than that nobody pays. */
export function tellsSomething({
  merchant,
  category,
}: Pick<EnrichedTransaction, 'merchant' | 'category'>): boolean {
  return merchant !== null || category !== unknownCategory.category
}

/** Never throws: any text is a line; of one that says nothing the merchant is null. */
export function enrichTransaction(
  catalog: Knowledge,
  query: TransactionQuery,
  options: TransactionOptions,
): EnrichedTransaction {
  const match = matchLine(catalog, query.description, query.amount ?? null)
  const names =
    (match.category === null ? null : namesOfCategory(match.category)) ?? unknownCategory
  const answer: EnrichedTransaction = {
    merchant: match.merchant,
    category: names.category,
    subcategory: names.subcategory,
    logo_url: match.domain === null ? null : `${options.baseUrl}/logo/${match.domain}`,
    website: match.domain,
    mcc_code: match.mcc ?? names.mcc,
    confidence: match.confidence,
  }
  return options.expand === undefined || options.expand.length === 0
    ? answer
    : { ...answer, ...expanded(match, options.expand) }
}

function namesOfKnown(code: string): CategoryNames {
  const names = namesOfCategory(code)
  if (names === null) throw new Error(`the taxonomy has no ${code}`)
  return names
}

/** Each made only for who wants it: of a million rows most want one. */
const expanding: { readonly [E in Expansion]: (match: LineMatch) => EnrichedTransaction[E] } = {
  merchant_id: (match) => match.merchantId,
  counterparties: (match) => [...match.counterparties],
  location: (match) => match.location,
  channel: (match) => match.channel,
  recurrence: (match) => match.recurrence,
  reasons: (match) => [...match.reasons],
  category_confidence: (match) => match.categoryConfidence,
}

function expanded(match: LineMatch, wanted: readonly Expansion[]): Partial<EnrichedTransaction> {
  const fields = expansions.filter((field) => wanted.includes(field))
  return Object.fromEntries(fields.map((field) => [field, expanding[field](match)]))
}
