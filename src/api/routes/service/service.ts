import { z } from 'zod'
import { taxonomy } from '../../../catalog/taxonomy.ts'
import { errorText } from '../../../errors.ts'
import { freeCallsPerAccount, prices } from '../../../ledger/prices.ts'
import type { Lag } from '../../../log/event-log.ts'
import type { Health } from '../../../runtime/gauges.ts'
import type { ApiContext } from '../../context.ts'
import { named } from '../../http/named.ts'
import { admitOperatorsOnly } from '../../http/operators-only.ts'
import { defineRoute } from '../../route.ts'

const readinessTimeoutMs = 2_000

/** The service about itself: what it costs, whether it is well. All public. */
export const pricingRoute = defineRoute({
  method: 'GET',
  path: '/enrich/pricing',
  operationId: 'getPricing',
  tag: 'Service',
  summary: 'Prices of all enrichment types',
  auth: 'public',
  answers: {
    200: {
      description: 'Prices in cents. Free calls are used before credits.',
      example: {
        currency: 'USD',
        free_calls: { per_account: freeCallsPerAccount },
        types: [{ type: 'transaction', endpoint: 'POST /enrich', unit: 'call', price_cents: 1 }],
      },
      schema: named(
        'Pricing',
        z.object({
          currency: z.literal('USD'),
          free_calls: z.object({ per_account: z.int() }),
          types: z.array(
            z.object({
              type: z.string(),
              endpoint: z.string(),
              unit: z.string(),
              price_cents: z.int(),
            }),
          ),
        }),
      ),
    },
  },
  handle: (_context, exchange) =>
    exchange.json(200, {
      currency: 'USD',
      free_calls: { per_account: freeCallsPerAccount },
      types: [
        ...Object.values(prices).map(({ type, endpoint, unit, priceCents }) => {
          return { type, endpoint, unit, price_cents: priceCents }
        }),
        { type: 'logo', endpoint: 'GET /logo/:domain', unit: 'call', price_cents: 0 },
      ],
    }),
})

export const categoriesRoute = defineRoute({
  method: 'GET',
  path: '/enrich/categories',
  operationId: 'listCategories',
  tag: 'Service',
  summary: 'The published taxonomy of categories',
  auth: 'public',
  answers: {
    200: {
      description: 'Every name that `category` and `subcategory` of a transaction can have.',
      example: { ...taxonomy, categories: taxonomy.categories.slice(0, 1) },
      schema: named(
        'Taxonomy',
        z.object({
          taxonomy_version: z.string(),
          categories: z.array(
            z.object({
              name: z.string(),
              code: z.string(),
              subcategories: z.array(
                z.object({ name: z.string(), code: z.string(), mcc_code: z.string() }),
              ),
            }),
          ),
        }),
      ),
    },
  },
  handle: (_context, exchange) => exchange.json(200, taxonomy),
})

export const healthRoute = defineRoute({
  method: 'GET',
  path: '/healthz',
  operationId: 'getHealth',
  tag: 'Operation',
  summary: 'Whether the process lives',
  auth: 'public',
  vital: true,
  answers: {
    200: {
      description: 'It does.',
      example: { status: 'ok' },
      schema: named('Health', z.object({ status: z.literal('ok') })),
    },
  },
  handle: (_context, exchange) => exchange.json(200, { status: 'ok' }),
})

const partsSchema = named(
  'Readiness',
  z.object({
    status: z.enum(['ready', 'degraded', 'not_ready']),
    parts: z.record(z.string(), z.string()),
  }),
)

export const readyRoute = defineRoute({
  method: 'GET',
  path: '/readyz',
  operationId: 'getReadiness',
  tag: 'Operation',
  summary: 'Whether calls can be answered, part by part',
  description:
    '`degraded`: what is down is named, and paid calls are answered nevertheless (without Redis ' +
    'from the views; without Postgres for callers that this process knows). A process that has ' +
    'refused calls for lack of room for five seconds says so; it is not ready if they had keys.',
  auth: 'public',
  vital: true,
  answers: {
    200: {
      description: 'Calls are answered.',
      schema: partsSchema,
      example: { status: 'ready', parts: { process: 'ok', database: 'ok' } },
    },
    503: {
      description: 'What does not is named.',
      schema: partsSchema,
      example: { status: 'not_ready', parts: { process: 'ok', database: 'down' } },
      headers: ['Retry-After'],
    },
  },
  async handle(context, exchange) {
    const { parts, status } = await stateOf(context)
    if (status === 'not_ready') exchange.set({ 'Retry-After': 1 })
    const body = JSON.stringify({ status, parts })
    exchange.text(status === 'not_ready' ? 503 : 200, body, 'application/json')
  },
})

async function stateOf(context: ApiContext): Promise<State> {
  if (context.stopping()) return { status: 'not_ready', parts: { process: 'stopping' } }
  try {
    const own = { name: 'process', ...context.admission.state() }
    const states = [own, ...(await context.runtime().states(readinessTimeoutMs))]
    const down = states.filter(({ state }) => state !== 'ok')
    const status = down.some(({ vital }) => vital) ? 'not_ready' : 'degraded'
    const parts = Object.fromEntries(states.map(({ name, state }) => [name, state]))
    return { status: down.length === 0 ? 'ready' : status, parts }
  } catch (error) {
    return { status: 'not_ready', parts: { process: 'ok', pipeline: errorText(error) } }
  }
}

interface State {
  readonly status: z.infer<typeof partsSchema>['status']
  readonly parts: Readonly<Record<string, string>>
}

export const metricsRoute = defineRoute({
  method: 'GET',
  path: '/metrics',
  operationId: 'getMetrics',
  tag: 'Operation',
  summary: 'Figures for Prometheus',
  auth: 'public',
  vital: true,
  description:
    "On loopback, or with the operator's METRICS_TOKEN as bearer. Also while calls cannot be " +
    'answered: `enrich_ready` is 0 then.',
  answers: {
    200: { description: 'Prometheus text.', mediaType: 'text/plain', example: 'enrich_ready 1\n' },
  },
  problems: ['unauthenticated'],
  async handle(context, exchange) {
    const { metrics } = context
    admitOperatorsOnly(exchange, context.config.metricsToken)
    exchange.text(200, await metrics.text(await healthOf(context)), metrics.contentType)
  },
})

async function healthOf(context: ApiContext): Promise<Health> {
  const { status, parts } = await stateOf(context)
  const state = { ready: status !== 'not_ready', components: parts }
  try {
    const { pipeline, pool, replies, websites } = context.runtime()
    const lags = await pipeline.lags().catch(() => new Map<string, readonly Lag[]>())
    const live = websites?.load() ?? null
    return { ...state, lags, pool, repliesAwaited: replies.waiting, live }
  } catch {
    return { ...state, lags: new Map(), pool: null, repliesAwaited: 0, live: null }
  }
}
