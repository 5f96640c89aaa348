import { z } from 'zod'
import { createTicket } from '../../accounts/callers/tickets.ts'
import { named } from '../../http/named.ts'
import { defineRoute, noMembers } from '../../route.ts'
import { ticketExample } from './examples.ts'
import { jobOf } from './jobs.ts'

const ticketSchema = named(
  'EventsTicket',
  z.object({
    ticket: z.string(),
    expires_at: z.string(),
    events_url: z.string().meta({ description: 'With the ticket: for an `EventSource`.' }),
  }),
)

export const eventsTicketRoute = defineRoute({
  method: 'POST',
  path: '/jobs/:id/events-ticket',
  operationId: 'createEventsTicket',
  tag: 'Jobs',
  summary: 'A ticket with which a browser watches a job once, without a header',
  description:
    'Good for one request of `/jobs/{id}/events?ticket=…`, for a minute. An `EventSource` that lost ' +
    'its connection needs another one.',
  auth: 'account',
  holdsSecret: true,
  scope: 'jobs',
  body: noMembers,
  answers: {
    201: {
      description: 'The ticket.',
      schema: ticketSchema,
      example: ticketExample,
    },
  },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    const { id } = await jobOf(context, input)
    const path = `/jobs/${id}/events`
    const { accountId } = input.caller
    const { ticket, expiresAt } = await createTicket(context.runtime().pool, accountId, path)
    exchange.set({ 'Cache-Control': 'no-store' })
    exchange.json(201, {
      ticket,
      expires_at: expiresAt.toISOString(),
      events_url: `${context.baseUrl}${path}?ticket=${ticket}`,
    })
  },
})
