import { z } from 'zod'

/**
 * Things to be enriched, as callers send them: in a call, in a batch, or as a row of a
 * job. Pure, because whoever works a job's rows reads them with the same schemas.
 */

/**
 * At least one character that can be seen, whatever a dialect of regular expressions calls a
 * space.
 */
export const visible = /[^\s\x00-\x1f\x7f-\xa0\ufeff]/
const descriptionLength = 4_096
const amountMax = 1_000_000_000_000
const metadataBytes = 16_384
const metadataDepth = 16

export const ownIdSchema = z
  .union([z.string().max(256), z.number()])
  .meta({ description: 'Your own id of the item; it comes back with the answer.' })

export const metadataSchema = z
  .record(z.string(), z.unknown())
  .refine((value) => isSmall(value), {
    message: `must be at most ${metadataBytes} bytes of JSON, nested at most ${metadataDepth} deep`,
  })
  .meta({ description: 'Anything of yours; it comes back with the answer. At most 16 KiB.' })

export const transactionSchema = z.object({
  description: z
    .string()
    .max(descriptionLength)
    .regex(visible, 'must not be empty or blank')
    .meta({ description: 'The raw text as the bank reports it.', examples: ['STARBUCKS 1234'] }),
  amount: z
    .number()
    .min(-amountMax)
    .max(amountMax)
    .nullable()
    .optional()
    .meta({ description: 'Negative is money out. May be left out.', examples: [-5.75] }),
  id: ownIdSchema.optional(),
  metadata: metadataSchema.optional(),
})

/** The schema's verdict on a transaction without id and metadata, in a tenth of its time. */
export function isPlainTransaction(description: unknown, amount: unknown): boolean {
  if (typeof description !== 'string' || description.length > descriptionLength) return false
  if (!visible.test(description)) return false
  if (amount === null || amount === undefined) return true
  return typeof amount === 'number' && amount >= -amountMax && amount <= amountMax
}

/** Lone surrogates have no UTF-8 form, so neither a hash nor an answer could hold them. */
export function wellFormed(transaction: z.infer<typeof transactionSchema>) {
  return { ...transaction, description: transaction.description.toWellFormed() }
}

/** A host name with a dot, or an address of a page on it. */
export const domainText = z
  .string()
  .max(2_048)
  .regex(
    /^([A-Za-z][A-Za-z0-9+.-]*:\/\/)?[^\s\x00-\x20\x7f-\xa0\ufeff/?#@:.]+(\.[^\s\x00-\x20\x7f-\xa0\ufeff/?#@:.]+)+\.?(:[0-9]{1,5})?([/?#][^\x00-\x1f\x7f-\x9f\u2028\u2029]*)?$/,
    'must be a domain such as example.com',
  )
  .meta({ description: 'A domain; subdomains and addresses of pages are understood.' })

export const emailText = z
  .string()
  .max(320)
  .regex(
    /^[^@\s\x00-\x20\x7f-\xa0\ufeff]+@[^\s@.\x00-\x20\x7f-\xa0\ufeff]+(\.[^\s@.\x00-\x20\x7f-\xa0\ufeff]+)+$/,
    'must be an e-mail address, without spaces or control characters',
  )

const companyName = z.string().max(512).regex(visible, 'must not be empty or blank')

/** `anyOf` stands in the schema too, so that whoever reads it knows what the refinement demands. */
export const companyQuestionSchema = z
  .object({
    name: companyName.nullable().optional(),
    domain: domainText.nullable().optional(),
  })
  .refine(({ name, domain }) => Boolean(name || domain), 'must have a name or a domain')
  .meta({
    anyOf: [
      { required: ['name'], properties: { name: { type: 'string' } } },
      { required: ['domain'], properties: { domain: { type: 'string' } } },
    ],
  })

/** A row of a job may have a column of its own by that name, so only calls know the country. */
export const companyCallSchema = companyQuestionSchema
  .safeExtend({
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'must be a country of ISO 3166-1, of two letters, such as DE')
      .nullable()
      .optional()
      .meta({
        description: 'The country of its seat: which of several companies of the name is meant.',
        examples: ['DE'],
      }),
  })
  .meta(companyQuestionSchema.meta() ?? {})

/** Bounded in bytes and depth, so that nothing of the caller's can exhaust us. */
export function isSmall(value: unknown): boolean {
  if (depthOf(value, metadataDepth + 1) > metadataDepth) return false
  return Buffer.byteLength(JSON.stringify(value)) <= metadataBytes
}

/** Depth of nesting, looked for no deeper than `limit`: deeper values would exhaust the stack. */
function depthOf(value: unknown, limit: number): number {
  if (value === null || typeof value !== 'object' || limit === 0) return 0
  return 1 + Math.max(0, ...Object.values(value).map((member) => depthOf(member, limit - 1)))
}
