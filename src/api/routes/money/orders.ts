import { z } from 'zod'
import { cursorParameter, pageOfRows, readCursor } from '../../http/cursor.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { pageExample, pageOf } from '../../http/schemas.ts'
import { listOrders } from '../../money/list-orders.ts'
import { defineRoute } from '../../route.ts'
import { orderExample, orderSchema } from './create-order.ts'

const listedSchema = named(
  'OrderWithReceipt',
  orderSchema.extend({
    provider: z.enum(['sandbox', 'stripe']),
    created_at: z.string(),
    paid_at: z.string().nullable().meta({ description: 'When its credits were entered.' }),
    refunded_cents: z.int().nonnegative().meta({ description: 'Refunded or lost in a dispute.' }),
    ledger_entry: z.string().nullable().meta({ description: '`SEQ;HASH` of its credits.' }),
    invoice_number: z
      .string()
      .nullable()
      .meta({ description: 'Entry and the beginning of its hash: it can be checked for ever.' }),
    automatic: z.boolean().meta({ description: 'Bought by the auto top-up.' }),
    failure: z.string().nullable().meta({
      description: 'Why an automatic one was not paid, in the word of the provider.',
    }),
  }),
)

const listedExample = {
  ...orderExample,
  status: 'paid',
  checkout_url: null,
  provider: 'stripe',
  created_at: '2026-01-02T03:04:05.678Z',
  paid_at: '2026-01-02T03:05:00.012Z',
  refunded_cents: 0,
  ledger_entry: '7;0dc9c54c17181e4aa835897d23d90d99916861a5e5fbd696b266ae39b248e2d1',
  invoice_number: '000007-0dc9c54c',
  automatic: false,
  failure: null,
}

export const listOrdersRoute = defineRoute({
  method: 'GET',
  path: '/payments/orders',
  operationId: 'listOrders',
  tag: 'Credits',
  summary: 'Your orders of credits, newest first, with what became of each',
  auth: 'account',
  scope: 'read',
  query: z.object({
    limit: z.int().min(1).max(100).optional().meta({ description: 'Default 25.' }),
    cursor: cursorParameter,
  }),
  answers: {
    200: {
      description: 'One page.',
      schema: pageOf('OrderPage', listedSchema),
      example: pageExample(listedExample),
    },
  },
  async handle(context, exchange, input) {
    const { limit = 25, cursor } = input.query
    const { accountId } = input.caller
    await context.accounts.current(accountId)
    const before = readCursor(['time', 'id'], cursor)
    const { pool } = context.runtime()
    const rows = await listOrders(pool, { accountId, id: null, before, limit: limit + 1 })
    exchange.json(
      200,
      pageOfRows(rows, limit, ({ created_at: at, order_id: id }) => [at, id]),
    )
  },
})

export const orderRoute = defineRoute({
  method: 'GET',
  path: '/payments/orders/:id',
  operationId: 'getOrder',
  tag: 'Credits',
  summary: 'One order, with its invoice number once it is paid',
  auth: 'account',
  scope: 'read',
  params: z.object({ id: z.string().max(100) }),
  answers: { 200: { description: 'The order.', schema: listedSchema, example: listedExample } },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    const { accountId } = input.caller
    await context.accounts.current(accountId)
    const asked = { accountId, id: input.params.id, before: null, limit: 1 }
    const [order] = await listOrders(context.runtime().pool, asked)
    if (!order) throw new ProblemSignal('not_found', 'This account has no such order.')
    exchange.json(200, order)
  },
})
