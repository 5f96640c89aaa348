import type { z } from 'zod'
import { enrichedTransactionSchema } from '../../enrichment/transaction.ts'
import { ask } from '../ask.ts'
import { paidAnswers } from '../paid-answers.ts'
import type { Route } from '../route.ts'
import { callerOf } from '../route.ts'
import {
  metadataSchema,
  ownIdSchema,
  transactionQuerySchema,
  transactionSchema,
} from '../schemas.ts'

/** An answer with what the caller sent along. */
export const transactionAnswerSchema = enrichedTransactionSchema.extend({
  id: ownIdSchema.optional(),
  metadata: metadataSchema.optional(),
})

export const enrichRoute: Route = {
  method: 'POST',
  path: '/enrich',
  tag: 'Enrichment',
  summary: 'Enrich one transaction (1 cent)',
  description: 'Always answers: a merchant that is not recognised comes as its cleaned name.',
  auth: 'key',
  paid: true,
  query: transactionQuerySchema,
  body: {
    schema: transactionSchema,
    examples: [{ description: 'STARBUCKS STORE 00512 SEATTLE WA', amount: -5.75 }],
  },
  answers: paidAnswers(transactionAnswerSchema, {
    category: 'Food and Drink',
    confidence: 0.98,
    logo_url: 'http://127.0.0.1:3000/logo/starbucks.com',
    mcc_code: '5814',
    merchant: 'Starbucks',
    subcategory: 'Coffee',
    website: 'starbucks.com',
  }),
  async handle(context, exchange, input) {
    const transaction = input.body as z.infer<typeof transactionSchema> // as: parsed by the router.
    const query = input.query as z.infer<typeof transactionQuerySchema> // as: likewise.
    await ask(context, exchange, {
      caller: callerOf(input),
      call: 'enrich',
      items: 1,
      body: transaction,
      question: {
        type: 'EnrichTransaction',
        transaction: wellFormed(transaction),
        expand: query.expand ?? [],
        min_confidence: query.min_confidence ?? null,
      },
    })
  },
}

/** Lone surrogates have no UTF-8 form, so neither a hash nor an answer could hold them. */
export function wellFormed(transaction: z.infer<typeof transactionSchema>) {
  return { ...transaction, description: transaction.description.toWellFormed() }
}
