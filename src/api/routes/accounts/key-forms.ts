import { z } from 'zod'
import { named } from '../../http/named.ts'
import { readRange } from '../../keys/ranges.ts'
import { scopes } from '../../keys/rights.ts'

const addressesMax = 50
const capMax = 1_000_000_000
const rateMax = 1_000_000

const scopesSchema = z
  .array(z.enum(scopes))
  .min(1)
  .max(20)
  .meta({
    description:
      '`enrich` (paid calls), `jobs`, `read` (balance, usage, ledger, requests), `buy`, `manage` ' +
      '(keys, webhooks, settings).',
  })

const range = z
  .string()
  .max(100)
  .transform((text, { issues }) => {
    const read = readRange(text)
    if (read !== null) return read
    issues.push({
      code: 'custom',
      message: 'must be an address or a range such as 192.0.2.0/24',
      input: text,
    })
    return z.NEVER
  })

const end = z.iso
  .datetime({ offset: true })
  .refine((text) => Date.parse(text) > Date.now(), 'must be in the future')

export const wantedKeySchema = named(
  'NewKey',
  z.strictObject({
    name: z.string().max(100).regex(/[!-~]/, 'must hold a letter or digit'),
    scopes: scopesSchema.optional(),
    expires_at: end.optional().meta({ description: 'When it ends by itself; never if left out.' }),
    monthly_cap_cents: z.int().min(0).max(capMax).optional().meta({
      description: 'The most that it may spend in a month of UTC; 0 leaves free calls only.',
    }),
    calls_per_second: z.int().min(1).max(rateMax).optional().meta({
      description: 'Its own rate, beneath that of the account, with bursts of twice as many.',
    }),
    allowed_addresses: z.array(range).min(1).max(addressesMax).optional().meta({
      description: 'Addresses and ranges that it may be used from; all if left out.',
    }),
    test: z.boolean().optional().meta({
      description: 'Answers from a table of examples, free, and does nothing else: for your CI.',
    }),
  }),
)

export type WantedKeyForm = z.infer<typeof wantedKeySchema>

/** Limits are shown where there are any. */
export const createdKeySchema = named(
  'CreatedKey',
  z.object({
    id: z.string(),
    name: z.string(),
    prefix: z.string(),
    created_at: z.string(),
    api_key: z.string(),
    scopes: z.array(z.enum(scopes)).optional(),
    expires_at: z.string().optional(),
    monthly_cap_cents: z.int().optional(),
    calls_per_second: z.int().optional(),
    allowed_addresses: z.array(z.string()).optional(),
    test: z.boolean().optional(),
  }),
)

export const listedKeySchema = named(
  'Key',
  z.object({
    id: z.string(),
    name: z.string(),
    prefix: z.string(),
    created_at: z.string(),
    expires_at: z.string().nullable(),
    revoked_at: z.string().nullable(),
    last_used_at: z.string().nullable().meta({ description: 'To the hour.' }),
    scopes: z.array(z.enum(scopes)),
    monthly_cap_cents: z.int().nullable(),
    spent_this_month_cents: z.int().meta({
      description:
        'Since the first of the month, UTC, and set aside for jobs: by it and by the keys that ' +
        'spend under its cap, which are those that it made and was rolled from.',
    }),
    calls_per_second: z.int().nullable(),
    allowed_addresses: z.array(z.string()).nullable(),
    test: z.boolean(),
  }),
)
