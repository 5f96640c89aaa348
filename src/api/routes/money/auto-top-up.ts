import { z } from 'zod'
import type { Caller } from '../../accounts/callers/find-callers.ts'
import { tellAccount } from '../../accounts/tell-account.ts'
import { tooMany } from '../../admission/addresses.ts'
import type { ApiContext } from '../../context.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { topUpOnLetter } from '../../mail/letters.ts'
import { postToHolder } from '../../mail/post-link.ts'
import { createCardPage } from '../../money/top-ups/charge.ts'
import type { AutoTopUp } from '../../money/top-ups/settings.ts'
import {
  claimCardPage,
  findAutoTopUp,
  stopReasons,
  turnOff,
  turnOn,
} from '../../money/top-ups/settings.ts'
import { defineRoute } from '../../route.ts'

const monthMaxCents = 100_000_000

const termsSchema = named(
  'AutoTopUpTerms',
  z
    .strictObject({
      below_cents: z.int().min(1).max(1_000_000).meta({
        description: 'Credits are bought when fewer than these are left.',
      }),
      amount_cents: z.int().min(100).max(1_000_000).meta({
        description: 'What is bought each time; not less than `below_cents`.',
      }),
      month_limit_cents: z.int().min(100).max(monthMaxCents).meta({
        description: 'The most in a calendar month (UTC); not less than `amount_cents`.',
      }),
    })
    .refine(({ below_cents: below, amount_cents: amount }) => amount >= below, {
      path: ['amount_cents'],
      error: 'must not be less than below_cents: one purchase is to be enough',
    })
    .refine(({ amount_cents: amount, month_limit_cents: limit }) => limit >= amount, {
      path: ['month_limit_cents'],
      error: 'must not be less than amount_cents',
    }),
)

const shownSchema = named(
  'AutoTopUp',
  z.object({
    state: z.enum(['off', 'on', 'needs_card', 'month_spent', 'stopped']).meta({
      description:
        '`needs_card`: no card is saved yet. `month_spent`: the limit of the month is reached. ' +
        '`stopped`: nothing is bought until it is turned on again.',
    }),
    below_cents: z.int().nullable(),
    amount_cents: z.int().nullable(),
    month_limit_cents: z.int().nullable(),
    month_cents: z.int().nonnegative().meta({ description: 'Bought so in this month (UTC).' }),
    stopped: z
      .object({ because: z.enum(stopReasons), at: z.string() })
      .nullable()
      .meta({
        description:
          'A card was declined, a payment was disputed, or nobody can tell whether one was made.',
      }),
    card: z
      .object({ brand: z.string(), last4: z.string(), expires: z.string() })
      .nullable()
      .meta({ description: 'Shown in a session only. Stripe has it; here are its last digits.' }),
    sandbox: z
      .literal(true)
      .optional()
      .meta({ description: 'No card is needed, none is charged.' }),
  }),
)

const terms = { below_cents: 500, amount_cents: 2_000, month_limit_cents: 10_000 }
const example = {
  state: 'on',
  ...terms,
  month_cents: 4_000,
  stopped: null,
  card: { brand: 'visa', last4: '4242', expires: '2029-11' },
}

export const autoTopUpRoute = defineRoute({
  method: 'GET',
  path: '/payments/auto-top-up',
  operationId: 'getAutoTopUp',
  tag: 'Credits',
  summary: 'Whether the account buys credits by itself, and how',
  auth: 'account',
  scope: 'read',
  answers: { 200: { description: 'As it is set.', schema: shownSchema, example } },
  async handle(context, exchange, { caller }) {
    exchange.json(200, await shown(context, caller))
  },
})

export const setAutoTopUpRoute = defineRoute({
  method: 'POST',
  path: '/payments/auto-top-up',
  operationId: 'setAutoTopUp',
  tag: 'Credits',
  summary: 'Buy credits by itself: when they are low, how many, and how many a month at most',
  description:
    'Turns it on, also after it has stopped. Looked at every few seconds; one purchase at a time, ' +
    'each an order of `GET /payments/orders`. A card that is declined stops it: nothing is tried ' +
    'again until it is turned on again or another card is saved. Needs a session: no key can have ' +
    'a card charged.',
  auth: 'session',
  body: { schema: termsSchema, examples: [terms] },
  answers: { 200: { description: 'As it is set now.', schema: shownSchema, example } },
  async handle(context, exchange, { caller, body }) {
    const { accountId } = caller
    await turnOn(context.runtime().pool, accountId, body)
    const words =
      `${dollars(body.amount_cents)} whenever less than ${dollars(body.below_cents)} is left, ` +
      `at most ${dollars(body.month_limit_cents)} a month`
    tellAccount(context, exchange, { accountId, type: 'auto_top_up_on', detail: words })
    postToHolder(context, accountId, (baseUrl, to) => topUpOnLetter(baseUrl, to, words))
    exchange.json(200, await shown(context, caller))
  },
})

export const endAutoTopUpRoute = defineRoute({
  method: 'DELETE',
  path: '/payments/auto-top-up',
  operationId: 'endAutoTopUp',
  tag: 'Credits',
  summary: 'Buy no credits by itself, and forget the card',
  description: 'A purchase that is under way at this moment may still be made.',
  auth: 'session',
  answers: { 204: { description: 'It is off.' } },
  problems: ['not_found'],
  async handle(context, exchange, { caller: { accountId } }) {
    if (!(await turnOff(context.runtime().pool, accountId))) {
      throw new ProblemSignal('not_found', 'The auto top-up is not set up.')
    }
    tellAccount(context, exchange, { accountId, type: 'auto_top_up_off' })
    exchange.empty(204)
  },
})

export const saveCardRoute = defineRoute({
  method: 'POST',
  path: '/payments/auto-top-up/card',
  operationId: 'saveCard',
  tag: 'Credits',
  summary: 'A page of Stripe on which to save the card that pays, or another one',
  description: 'Nothing is paid there. A sandbox needs no card and has no such page.',
  auth: 'session',
  answers: {
    201: {
      description: 'Where to go.',
      schema: named('CardPage', z.object({ checkout_url: z.string() })),
      example: { checkout_url: 'https://checkout.stripe.com/c/pay/cs_1' },
    },
  },
  problems: ['not_found', 'too_many_requests'],
  async handle(context, exchange, { caller: { accountId } }) {
    const { stripe } = context.config
    if (!stripe) throw new ProblemSignal('not_found', 'A sandbox needs no card.')
    const { pool } = context.runtime()
    const set = await findAutoTopUp(pool, accountId)
    if (!set) {
      const detail = 'Say first when and how much is to be bought: POST /payments/auto-top-up.'
      throw new ProblemSignal('not_found', detail)
    }
    if (!(await claimCardPage(pool, accountId))) throw tooMany('Too many pages for cards.', 5)
    const returnTo = `${context.baseUrl}/console#credits`
    const given = { customerId: set.customer_id, returnTo }
    exchange.json(201, { checkout_url: await createCardPage(stripe, accountId, given) })
  },
})

async function shown(
  context: ApiContext,
  { accountId, key }: Caller,
): Promise<z.infer<typeof shownSchema>> {
  const set = await findAutoTopUp(context.runtime().pool, accountId)
  const sandbox = context.config.stripe ? {} : ({ sandbox: true } as const)
  if (!set) return { ...unset, ...sandbox }
  const { stopped_because: because, stopped_at: at } = set
  return {
    state: stateOf(set, context.config.stripe !== null),
    below_cents: set.below_cents,
    amount_cents: set.amount_cents,
    month_limit_cents: set.month_limit_cents,
    month_cents: set.month_cents,
    stopped: because && at ? { because, at: at.toISOString() } : null,
    card: key || !context.config.stripe ? null : set.card,
    ...sandbox,
  }
}

const unset = {
  state: 'off',
  below_cents: null,
  amount_cents: null,
  month_limit_cents: null,
  month_cents: 0,
  stopped: null,
  card: null,
} as const

function stateOf(set: AutoTopUp, needsCard: boolean) {
  if (set.stopped_because) return 'stopped'
  if (needsCard && set.payment_method_id === null) return 'needs_card'
  return set.not_before && set.not_before > new Date() ? 'month_spent' : 'on'
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}
