import { z } from 'zod'
import { jobSchema } from '../../jobs/job.ts'
import { lowDataSchema, purchasedDataSchema, testDataSchema } from '../../webhooks/event-data.ts'
import type { SentType } from '../../webhooks/events.ts'
import { named } from '../http/named.ts'

interface SentEvent {
  readonly operationId: string
  readonly summary: string
  readonly schema: z.ZodType
  readonly example: unknown
}

const at = '2026-01-02T03:04:05.678Z'
const ledger = { seq: 13, hash: 'ab'.repeat(32) }

/** The events that are posted to webhooks. */
export const sentEvents: Readonly<Record<SentType, SentEvent>> = {
  'job.finished': {
    operationId: 'jobFinished',
    summary: 'A job has ended: all its results are there',
    schema: eventOf('JobFinishedEvent', 'job.finished', jobSchema),
    example: {
      type: 'job.finished',
      timestamp: at,
      data: {
        id: 'job_9fJ2kLm4nPq6rSt8uVw0xY',
        type: 'transaction',
        status: 'succeeded',
        total: 20_056,
        processed: 20_056,
        matched: 19_310,
        failed: 12,
        charged_cents: 20_044,
        free_calls_used: 0,
        reserved_cents: 0,
        created_at: '2026-01-02T03:04:01.000Z',
        started_at: '2026-01-02T03:04:01.034Z',
        finished_at: at,
        rows_per_second: 4_319,
        estimated_finish_at: null,
        results_url: 'http://127.0.0.1:3000/jobs/job_9fJ2kLm4nPq6rSt8uVw0xY/results',
        metadata: null,
        source: null,
      },
    },
  },
  'credits.low': {
    operationId: 'creditsLow',
    summary: 'The credits have fallen below `low_credits_cents`',
    schema: eventOf('CreditsLowEvent', 'credits.low', lowDataSchema),
    example: {
      type: 'credits.low',
      timestamp: at,
      data: { balance_cents: 499, threshold_cents: 500, ledger },
    },
  },
  'credits.purchased': {
    operationId: 'creditsPurchased',
    summary: 'An order was paid and its credits are there',
    schema: eventOf('CreditsPurchasedEvent', 'credits.purchased', purchasedDataSchema),
    example: {
      type: 'credits.purchased',
      timestamp: at,
      data: {
        order_id: 'ord_nRtGEyhwKSyeZBzTe1F3Px',
        amount_cents: 500,
        balance_cents: 512,
        ledger,
      },
    },
  },
  'webhook.test': {
    operationId: 'webhookTest',
    summary: 'Asked for by `POST /webhooks/{id}/test`, and by nothing else',
    schema: eventOf('WebhookTestEvent', 'webhook.test', testDataSchema),
    example: {
      type: 'webhook.test',
      timestamp: at,
      data: { webhook_id: 'whk_5dS0pQz8vKx2nTb6yHcW1e' },
    },
  },
}

function eventOf(name: string, type: SentType, data: z.ZodType): z.ZodType {
  const timestamp = z.string().meta({ description: 'When it happened.' })
  return named(name, z.object({ type: z.literal(type), timestamp, data }))
}

/** Headers of Standard Webhooks, which its libraries verify. */
export const webhookHeaders = [
  header('webhook-id', 'The same at every attempt: whoever has seen it has seen the event.'),
  header('webhook-timestamp', 'Seconds since 1970, of the attempt.'),
  header('webhook-signature', '`v1,` and a signature, several parted by spaces.'),
]

function header(name: string, description: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}
