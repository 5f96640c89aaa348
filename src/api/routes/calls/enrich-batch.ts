import { z } from 'zod'
import type { InvalidItem, Transaction } from '../../../messages/commands.ts'
import { readTold } from '../../../messages/faults.ts'
import { ownIdSchema, transactionSchema, wellFormed } from '../../../messages/items.ts'
import { ask } from '../../calls/ask.ts'
import { paidAnswers } from '../../calls/paid-answers.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { transactionAnswerSchema, transactionQuerySchema } from '../../http/schemas.ts'
import { defineRoute, pointerOf } from '../../route.ts'
import { batchExample } from './examples.ts'

const itemsMax = 100

const batchSchema = named(
  'TransactionBatch',
  z.object({
    transactions: z.array(z.unknown()).meta({
      description:
        `At most ${itemsMax} transactions, each as in POST /enrich. An invalid one is answered in its ` +
        'place with its error and costs nothing, as does one of which nothing can be told. For ' +
        'more, use POST /jobs.',
      maxItems: itemsMax,
    }),
  }),
)

const invalidSchema = named(
  'InvalidItem',
  z.object({
    id: ownIdSchema.optional(),
    error: z.object({ code: z.string(), message: z.string(), pointer: z.string() }),
  }),
)

export const enrichBatchRoute = defineRoute({
  method: 'POST',
  path: '/enrich/batch',
  operationId: 'enrichTransactions',
  tag: 'Enrichment',
  summary: 'Enrich up to 100 transactions (1 cent each)',
  description: 'Results come in request order. All or nothing on credits: 402 before any work.',
  auth: 'key',
  scope: 'enrich',
  paid: true,
  query: transactionQuerySchema,
  body: {
    schema: batchSchema,
    examples: [
      {
        transactions: [
          { description: 'NETFLIX.COM', amount: -15.49, id: 'row-1' },
          { description: 'UBER *TRIP HELP.UBER.COM', amount: -23.1 },
        ],
      },
    ],
  },
  answers: paidAnswers(
    named(
      'EnrichedBatch',
      z.object({ results: z.array(z.union([invalidSchema, transactionAnswerSchema])) }),
    ),
    batchExample,
  ),
  problems: ['batch_too_large'],
  async handle(context, exchange, input) {
    const { transactions } = input.body
    const query = input.query
    if (transactions.length > itemsMax) throw tooMany(transactions.length)
    const items = transactions.map(readItem)
    await ask(context, exchange, {
      caller: input.caller,
      call: 'batch',
      items: items.filter((item) => !('error' in item)).length,
      body: items,
      question: {
        type: 'EnrichTransactions',
        items,
        expand: query.expand ?? [],
        min_confidence: query.min_confidence ?? null,
      },
    })
  },
})

function readItem(item: unknown, index: number): Transaction | InvalidItem {
  const parsed = readTold(transactionSchema, item)
  if (parsed.success) return wellFormed(parsed.data)
  const [issue] = parsed.error.issues
  const pointer = pointerOf(['transactions', index, ...(issue?.path ?? [])])
  const message = (issue?.message ?? 'is not valid').replace(/[^\x20-\x7e]+/g, ' ')
  return { ...ownIdOf(item), error: { code: 'invalid_request', message, pointer } }
}

function ownIdOf(item: unknown): { readonly id?: string | number } {
  const given = item && typeof item === 'object' && 'id' in item ? item.id : undefined
  const id = ownIdSchema.safeParse(given)
  if (!id.success) return {}
  return { id: typeof id.data === 'string' ? id.data.toWellFormed() : id.data }
}

function tooMany(count: number): ProblemSignal {
  const detail = `${count} transactions: at most ${itemsMax} fit one request. Use POST /jobs for more.`
  const errors = [{ pointer: '/transactions', message: `must hold at most ${itemsMax} items` }]
  return new ProblemSignal('batch_too_large', { detail, errors })
}
