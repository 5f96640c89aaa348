import { z } from 'zod'
import { requestOptOut, subjectOfDomain, subjectOfEmail } from '../../../enrichment/opt-outs.ts'
import { newId } from '../../../ids.ts'
import { domainText, emailText } from '../../../messages/items.ts'
import { limitByAddress } from '../../admission/addresses.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { defineRoute } from '../../route.ts'

const reasonLength = 1_000

const optOutSchema = named(
  'OptOutRequest',
  z
    .object({
      email: emailText
        .optional()
        .meta({ description: 'Hide this address, however it is written and tagged.' }),
      domain: domainText.optional().meta({ description: 'Hide every address at this domain.' }),
      reason: z
        .string()
        .max(reasonLength)
        .optional()
        .meta({ description: 'For the operator who decides.' }),
    })
    .refine(({ email, domain }) => (email === undefined) !== (domain === undefined), {
      message: 'must have either an email or a domain',
    })
    .meta({
      oneOf: [
        { required: ['email'], properties: { email: { type: 'string' } } },
        { required: ['domain'], properties: { domain: { type: 'string' } } },
      ],
    }),
)

export const optOutRoute = defineRoute({
  method: 'POST',
  path: '/privacy/opt-out',
  operationId: 'optOut',
  tag: 'Privacy',
  summary: 'Ask that a person, or everybody at a domain, is not looked up',
  description:
    'Nobody is hidden by asking alone: the operator verifies each request. Once one is confirmed, ' +
    '`/enrich/person` answers 404 for the address, or for every address at the domain, within ' +
    'five seconds. Asking again for what already waits gives the same id.',
  auth: 'public',
  body: {
    schema: optOutSchema,
    examples: [
      { email: 'ada@example.com', reason: 'This is my private address.' },
      { domain: 'example.com' },
    ],
  },
  answers: {
    202: {
      description: 'The request is recorded and waits for the operator.',
      schema: named('OptOutAccepted', z.object({ id: z.string(), status: z.literal('requested') })),
      example: { id: 'opt_7bQ2mXv0cR5tLw9sKd3HfA', status: 'requested' },
    },
  },
  problems: ['too_many_requests'],
  async handle(context, exchange, input) {
    const body = input.body
    await limitByAddress(exchange, context.limits.optOuts, 'opt-out requests')
    const reason = body.reason?.replaceAll('\0', '').toWellFormed().trim() || null
    const request = { id: newId('optOut'), subject: subjectOf(body), reason }
    const id = await requestOptOut(context.runtime().pool, request)
    exchange.set({ 'Cache-Control': 'no-store' })
    exchange.json(202, { id, status: 'requested' })
  },
})

function subjectOf({ email, domain }: z.infer<typeof optOutSchema>): string {
  const subject = email === undefined ? subjectOfDomain(domain ?? '') : subjectOfEmail(email)
  if (subject !== null) return subject
  const pointer = email === undefined ? '/domain' : '/email'
  const message = 'must be at a public domain'
  const detail = `The body is not valid: ${pointer} ${message}.`
  throw new ProblemSignal('invalid_request', { detail, errors: [{ pointer, message }] })
}
