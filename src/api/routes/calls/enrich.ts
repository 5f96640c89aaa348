import { transactionSchema, wellFormed } from '../../../messages/items.ts'
import { ask } from '../../calls/ask.ts'
import { paidAnswers } from '../../calls/paid-answers.ts'
import { named } from '../../http/named.ts'
import { transactionAnswerSchema, transactionQuerySchema } from '../../http/schemas.ts'
import { defineRoute } from '../../route.ts'

export const enrichRoute = defineRoute({
  method: 'POST',
  path: '/enrich',
  operationId: 'enrichTransaction',
  tag: 'Enrichment',
  summary: 'Enrich one transaction (1 cent)',
  description:
    'Always answers: a merchant that is not recognised comes as its cleaned name. A line of which ' +
    'neither a merchant nor a category other than Other can be told is free.',
  auth: 'key',
  scope: 'enrich',
  paid: true,
  query: transactionQuerySchema,
  body: {
    schema: named('Transaction', transactionSchema),
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
    const transaction = input.body
    const query = input.query
    await ask(context, exchange, {
      caller: input.caller,
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
})
