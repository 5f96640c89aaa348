import { z } from 'zod'

/** `data` of the events that are sent; of `job.finished` it is the job. */
const ledger = z.object({ seq: z.int().positive(), hash: z.string() })

export const purchasedDataSchema = z.object({
  order_id: z.string(),
  amount_cents: z.int(),
  balance_cents: z.int(),
  ledger: ledger.meta({ description: 'The entry that tells of it.' }),
})

export const lowDataSchema = z.object({
  balance_cents: z.int(),
  threshold_cents: z.int().meta({ description: '`low_credits_cents` of the account.' }),
  ledger: ledger.meta({ description: 'The entry that fell below it.' }),
})

export const testDataSchema = z.object({ webhook_id: z.string() })

export type PurchasedData = z.infer<typeof purchasedDataSchema>
export type LowData = z.infer<typeof lowDataSchema>
export type TestData = z.infer<typeof testDataSchema>
