import { z } from 'zod'
import { timestamp } from '../../../clock.ts'
import { randomText } from '../../../ids.ts'
import { listDeliveries, redeliver } from '../../../webhooks/delivery-list.ts'
import { insertDelivery } from '../../../webhooks/enqueue.ts'
import type { TestData } from '../../../webhooks/event-data.ts'
import { jobsWebhookId } from '../../../webhooks/events.ts'
import { tooMany } from '../../admission/addresses.ts'
import type { Limit } from '../../admission/rates/limit.ts'
import { cursorParameter, pageOfRows, readCursor } from '../../http/cursor.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { pageExample, pageOf } from '../../http/schemas.ts'
import { defineRoute, noMembers } from '../../route.ts'
import { ownerOf } from './webhook-owner.ts'

const attemptSchema = named(
  'DeliveryAttempt',
  z.object({
    attempt: z.int(),
    at: z.string(),
    took_ms: z.int(),
    status: z.int().nullable().meta({ description: 'What the target answered, if it did.' }),
    error: z.string().nullable().meta({ description: 'Why there was no answer.' }),
  }),
)

const deliverySchema = named(
  'Delivery',
  z.object({
    id: z.string(),
    event_id: z
      .string()
      .meta({ description: 'The `webhook-id` header: the same at every attempt.' }),
    type: z.string(),
    url: z.string(),
    status: z.enum(['pending', 'delivered', 'failed']),
    created_at: z.string(),
    next_attempt_at: z.string().nullable(),
    attempts: z.array(attemptSchema),
  }),
)

const listQuery = z.object({
  limit: z.int().min(1).max(100).optional(),
  cursor: cursorParameter,
})

const example = {
  id: 'dlv_be188fe42c0139e57f7e73b7',
  event_id: 'evt_job_0dc9c54c17181e4aa835897d23d90d99',
  type: 'job.finished',
  url: 'https://example.com/hook',
  status: 'delivered',
  created_at: '2026-01-02T03:04:05.678Z',
  next_attempt_at: null,
  attempts: [{ attempt: 1, at: '2026-01-02T03:04:05.967Z', took_ms: 31, status: 200, error: null }],
}
const pendingExample = { id: example.id, status: 'pending' }

export const deliveriesRoute = defineRoute({
  method: 'GET',
  path: '/webhooks/:id/deliveries',
  operationId: 'listDeliveries',
  tag: 'Webhooks',
  summary: 'What was delivered or is to be, newest first, with every attempt',
  description: `Kept for 30 days. With \`${jobsWebhookId}\` as id: what went to the \`webhook_url\` of jobs.`,
  auth: 'account',
  scope: 'manage',
  query: listQuery,
  answers: {
    200: {
      description: 'One page.',
      schema: pageOf('DeliveryPage', deliverySchema),
      example: pageExample(example),
    },
  },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    const { limit = 20, cursor } = input.query
    const after = readCursor(['time', 'id'], cursor)
    const { pool } = context.runtime()
    const { owner } = await ownerOf(pool, input.caller.accountId, input.params.id)
    const rows = await listDeliveries(pool, { owner, after, limit: limit + 1 })
    exchange.json(
      200,
      pageOfRows(rows, limit, ({ created_at, id }) => [created_at, id]),
    )
  },
})

const onItsWay = named(
  'PendingDelivery',
  z.object({ id: z.string(), status: z.literal('pending') }),
)

export const testWebhookRoute = defineRoute({
  method: 'POST',
  path: '/webhooks/:id/test',
  operationId: 'testWebhook',
  tag: 'Webhooks',
  summary: 'Send an event of type webhook.test',
  auth: 'account',
  scope: 'manage',
  body: noMembers,
  answers: {
    202: {
      description: 'On its way: see its deliveries.',
      schema: onItsWay,
      example: pendingExample,
    },
  },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    const { accountId } = input.caller
    const { pool } = context.runtime()
    const { owner, url } = await ownerOf(pool, accountId, input.params.id)
    if (url === null) throw new ProblemSignal('not_found', 'There is no address to test.')
    await limitSending(context.limits.webhookTests, accountId, '10 tests of webhooks')
    const id = await insertDelivery(pool, {
      ...{ accountId, owner, url, type: 'webhook.test', at: timestamp() },
      id: `evt_test_${randomText(22)}`,
      payload: { webhook_id: owner } satisfies TestData,
    })
    exchange.json(202, { id, status: 'pending' })
  },
})

export const redeliverRoute = defineRoute({
  method: 'POST',
  path: '/webhooks/:id/deliveries/:delivery/redeliver',
  operationId: 'redeliver',
  tag: 'Webhooks',
  summary: 'Deliver it once more, now',
  auth: 'account',
  scope: 'manage',
  body: noMembers,
  answers: { 202: { description: 'On its way.', schema: onItsWay, example: pendingExample } },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    const { pool } = context.runtime()
    const { owner } = await ownerOf(pool, input.caller.accountId, input.params.id)
    const id = input.params.delivery
    await limitSending(
      context.limits.redeliveries,
      input.caller.accountId,
      '100 deliveries once more',
    )
    if (!(await redeliver(pool, owner, id))) {
      throw new ProblemSignal('not_found', 'This webhook has no such delivery.')
    }
    exchange.json(202, { id, status: 'pending' })
  },
})

async function limitSending(limit: Limit, accountId: string, what: string): Promise<void> {
  const { allowed, retryAfter } = await limit.take(accountId)
  if (!allowed) throw tooMany(`An account may ask for ${what} a minute.`, retryAfter)
}
