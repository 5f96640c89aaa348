import { z } from 'zod'
import { sendSettled } from '../../calls/charge.ts'
import { findCommand } from '../../calls/find-command.ts'
import { findOutcome, isExpired } from '../../calls/outcome.ts'
import { pendingExample, pendingSchema } from '../../calls/paid-answers.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { defineRoute } from '../../route.ts'
import { answerExample } from './examples.ts'

export const requestRoute = defineRoute({
  method: 'GET',
  path: '/requests/:id',
  operationId: 'getRequest',
  tag: 'Enrichment',
  summary: 'The answer of a call that was accepted with 202',
  description:
    'Exactly the answer, status and headers that the caller would have had. `id` is the one of ' +
    '`Location`, or the Request-Id of that call.',
  auth: 'account',
  scope: 'read',
  answers: {
    200: {
      description: 'The answer, as the endpoint called gives it.',
      schema: named('KeptAnswer', z.looseObject({})),
      example: answerExample,
    },
    202: {
      description: 'Not settled yet: ask again.',
      schema: pendingSchema,
      example: pendingExample,
      headers: ['Retry-After'],
    },
  },
  problems: ['not_found', 'insufficient_credits', 'answer_expired'],
  async handle(context, exchange, input) {
    const { accountId } = input.caller
    const { pool } = context.runtime()
    const commandId = await findCommand(pool, accountId, input.params.id)
    if (!commandId) throw new ProblemSignal('not_found', 'This account has no such request.')
    const outcome = await findOutcome(pool, accountId, commandId)
    if (outcome && (outcome.answer || outcome.entry.type === 'ChargeRefused')) {
      if (outcome.requestId) exchange.set({ 'Request-Id': outcome.requestId })
      return sendSettled(exchange, outcome.entry, outcome.answer)
    }
    if (outcome && isExpired(outcome)) {
      throw new ProblemSignal('answer_expired', 'The answer of this request is no longer kept.')
    }
    exchange.set({ 'Retry-After': 1 })
    const url = `${context.baseUrl}/requests/${commandId}`
    exchange.json(202, { id: commandId, status: 'pending', url })
  },
})
