import { z } from 'zod'
import { checkoutPage } from '../../../console/checkout-page.ts'
import type { ApiContext } from '../../context.ts'
import { ProblemSignal, tryAgain } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { refuseOtherSites } from '../../http/own-origin.ts'
import type { StoredOrder } from '../../money/payments.ts'
import { creditOrder, findOrder } from '../../money/payments.ts'
import { defineRoute } from '../../route.ts'
import { orderExample, orderSchema, shown } from './create-order.ts'

const paidSchema = named('PaidOrder', orderSchema.extend({ balance_cents: z.int() }))

/** The stand-in for a payment provider while Stripe is not configured: see PAYMENTS. */
export const checkoutRoute = defineRoute({
  method: 'GET',
  path: '/payments/sandbox/:order_id',
  operationId: 'showCheckout',
  tag: 'Sandbox',
  summary: 'The sandbox checkout page of an order',
  auth: 'public',
  answers: { 200: { description: 'A page with a Pay button.', mediaType: 'text/html' } },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    const { order_id, amount_cents, status } = shown(await orderOf(context, input.params.order_id))
    const page = checkoutPage({ order_id, amount_cents, status })
    exchange.set({ 'Content-Security-Policy': page.csp, 'Cache-Control': 'no-store' })
    exchange.text(200, page.html, 'text/html; charset=utf-8')
  },
})

export const payRoute = defineRoute({
  method: 'POST',
  path: '/payments/sandbox/:order_id/pay',
  operationId: 'payOrder',
  tag: 'Sandbox',
  summary: 'Pay an order in the sandbox: no key, the order id is the capability',
  description:
    'Any body is accepted and ignored. Repeating it answers as the first. A browser that says ' +
    'that a page of another site asks is refused.',
  auth: 'public',
  answers: {
    200: {
      description: 'Paid.',
      schema: paidSchema,
      example: { ...orderExample, status: 'paid', balance_cents: 500 },
    },
  },
  problems: ['not_found', 'foreign_origin'],
  async handle(context, exchange, input) {
    exchange.request.resume()
    refuseOtherSites(exchange, context.baseUrl)
    const order = await orderOf(context, input.params.order_id)
    if (!(await creditOrder(context, order, `evt_sandbox_${order.id}`))) {
      throw tryAgain('The payment was taken and is not settled yet; repeating it is safe.')
    }
    const { balanceCents } = await context.accounts.current(order.account_id)
    exchange.json(200, { ...shown(order), status: 'paid', balance_cents: balanceCents })
  },
})

async function orderOf(context: ApiContext, id: string | undefined): Promise<StoredOrder> {
  const order = context.config.stripe ? null : await findOrder(context.runtime().pool, id ?? '')
  if (order?.provider === 'sandbox') return order
  throw new ProblemSignal('not_found', 'There is no such sandbox order.')
}
