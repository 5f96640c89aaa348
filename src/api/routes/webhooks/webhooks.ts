import { z } from 'zod'
import { inTransaction } from '../../../db/pool.ts'
import { jobsWebhookId, webhookEvents } from '../../../webhooks/events.ts'
import { overlapHours, rollSecret } from '../../../webhooks/secrets.ts'
import { refusalOfTarget } from '../../../webhooks/target.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  webhooksMax,
} from '../../../webhooks/webhooks.ts'
import type { ApiContext } from '../../context.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { pageOf } from '../../http/schemas.ts'
import { defineRoute, noMembers } from '../../route.ts'
import { ownerOf } from './webhook-owner.ts'

const webhookSchema = named(
  'Webhook',
  z.object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(webhookEvents)),
    created_at: z.string(),
  }),
)

const secret = z.string().meta({ description: 'Verifies the signatures. Shown this once.' })

const example = {
  id: 'whk_5dS0pQz8vKx2nTb6yHcW1e',
  url: 'https://example.com/hook',
  events: ['job.finished', 'credits.low'],
  created_at: '2026-01-02T03:04:05.678Z',
}

const wantedSchema = named(
  'NewWebhook',
  z.strictObject({
    url: z.string().meta({ description: 'Where events are posted to: a public host.' }),
    events: z
      .array(z.enum(webhookEvents))
      .min(1)
      .max(webhookEvents.length)
      .meta({ description: 'What is told.' }),
  }),
)

export const listWebhooksRoute = defineRoute({
  method: 'GET',
  path: '/webhooks',
  operationId: 'listWebhooks',
  tag: 'Webhooks',
  summary: 'The webhooks of the account, without their secrets',
  auth: 'account',
  scope: 'manage',
  answers: {
    200: {
      description: `All of them: there are at most ${webhooksMax}.`,
      schema: pageOf('WebhookPage', webhookSchema),
      example: { data: [example], next_cursor: null },
    },
  },
  async handle(context, exchange, input) {
    const data = await listWebhooks(context.runtime().pool, input.caller.accountId)
    exchange.json(200, { data, next_cursor: null })
  },
})

export const createWebhookRoute = defineRoute({
  method: 'POST',
  path: '/webhooks',
  operationId: 'createWebhook',
  tag: 'Webhooks',
  summary: 'Be told of events by a signed POST',
  description:
    'Events are posted as `{type, timestamp, data}`, signed as standardwebhooks.com says: verify ' +
    'with one of its libraries and the secret. An answer of 2xx within 15 s takes an event; ' +
    'otherwise it is tried ten times over three days. The same event may come twice, with the same ' +
    '`webhook-id`. Redirects are not followed.',
  auth: 'account',
  holdsSecret: true,
  scope: 'manage',
  body: { schema: wantedSchema, examples: [{ url: example.url, events: example.events }] },
  answers: {
    201: {
      description: 'The webhook and its secret.',
      schema: named('CreatedWebhook', webhookSchema.extend({ secret })),
      example: { ...example, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    },
  },
  problems: ['limit_reached'],
  async handle(context, exchange, input) {
    const wanted = input.body
    const url = targetOf(context, wanted.url)
    const events = webhookEvents.filter((event) => wanted.events.includes(event))
    const { accountId } = input.caller
    const made = await inTransaction(context.runtime().pool, (client) =>
      createWebhook(client, accountId, { url, events }),
    )
    if (!made) {
      const detail = `An account may have ${webhooksMax} webhooks. Delete one first.`
      throw new ProblemSignal('limit_reached', detail)
    }
    exchange.set({ 'Cache-Control': 'no-store' })
    exchange.json(201, made)
  },
})

export const deleteWebhookRoute = defineRoute({
  method: 'DELETE',
  path: '/webhooks/:id',
  operationId: 'deleteWebhook',
  tag: 'Webhooks',
  summary: 'Delete a webhook, and what was still to be delivered to it',
  auth: 'account',
  scope: 'manage',
  answers: { 204: { description: 'Deleted.' } },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    const { accountId } = input.caller
    if (!(await deleteWebhook(context.runtime().pool, accountId, input.params.id))) {
      throw new ProblemSignal('not_found', 'This account has no such webhook.')
    }
    exchange.empty(204)
  },
})

export const rollWebhookRoute = defineRoute({
  method: 'POST',
  path: '/webhooks/:id/roll',
  operationId: 'rollWebhookSecret',
  tag: 'Webhooks',
  summary: `A new secret; the former one signs beside it for ${overlapHours} hours`,
  description:
    `With \`${jobsWebhookId}\` as id: the secret for what is posted to the \`webhook_url\` of jobs, ` +
    'which exists from the start and is seen here first.',
  auth: 'account',
  holdsSecret: true,
  scope: 'manage',
  body: noMembers,
  answers: {
    201: {
      description: 'The new secret.',
      schema: named('WebhookSecret', z.object({ id: z.string(), secret })),
      example: { id: example.id, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    },
  },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    const id = input.params.id
    const { pool } = context.runtime()
    const { owner } = await ownerOf(pool, input.caller.accountId, id)
    const rolled = await inTransaction(pool, (client) => rollSecret(client, owner))
    exchange.set({ 'Cache-Control': 'no-store' })
    exchange.json(201, { id, secret: rolled })
  },
})

function targetOf({ config }: ApiContext, url: string): string {
  const message = refusalOfTarget(url, config.webhookAllowPrivate)
  if (message === null) return new URL(url).href
  const errors = [{ pointer: '/url', message }]
  throw new ProblemSignal('invalid_request', {
    detail: `The body is not valid: /url ${message}.`,
    errors,
  })
}
