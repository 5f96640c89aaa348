import { z } from 'zod'
import { named } from '../http/named.ts'
import type { RouteAnswer } from '../route.ts'

const chargeHeaders = ['Credits-Charged', 'Free-Calls-Used', 'Credits-Balance', 'Ledger-Entry']

/** The answers of every paid endpoint beside problems. */
export function paidAnswers(
  schema: z.ZodType,
  example: unknown,
): Readonly<Record<number, RouteAnswer>> {
  return {
    200: {
      description: 'The answer, charged as its headers say. The body is canonical JSON (RFC 8785).',
      schema,
      example,
      headers: [...chargeHeaders, 'Idempotent-Replayed', 'Preference-Applied', 'Test-Key'],
    },
    202: {
      description: 'Accepted: the answer will be at Location. It is charged once.',
      schema: pendingSchema,
      example: pendingExample,
      headers: ['Location', 'Retry-After', 'Preference-Applied'],
    },
  }
}

export const pendingSchema = named(
  'PendingAnswer',
  z.object({
    id: z.string(),
    status: z.literal('pending'),
    url: z.string(),
  }),
)

export const pendingExample = {
  id: 'cmd_8wYc2uLq0nVtZb4K1',
  status: 'pending',
  url: 'http://127.0.0.1:3000/requests/cmd_8wYc2uLq0nVtZb4K1',
}
