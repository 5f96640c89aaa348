import { z } from 'zod'
import { version } from '../../../config/paths.ts'
import { named } from '../../http/named.ts'
import { defineRoute } from '../../route.ts'
import { asksForPage, sendPage } from './send-page.ts'

/** The index: what there is and what it costs: a page for browsers, JSON for programs. */
export const indexRoute = defineRoute({
  method: 'GET',
  path: '/',
  operationId: 'getIndex',
  tag: 'Service',
  summary: 'The service index; a page for browsers',
  auth: 'public',
  answers: {
    200: {
      description: 'What there is and what it costs.',
      example: {
        name: 'Data Enrichment Service',
        version,
        description: 'Turns raw data into structured information.',
        docs: 'http://127.0.0.1:3000/docs',
        endpoints: { 'POST /enrich': 'Enrich one transaction (1 cent)' },
      },
      schema: named(
        'ServiceIndex',
        z.object({
          name: z.string(),
          version: z.string(),
          description: z.string(),
          docs: z.string(),
          endpoints: z.record(z.string(), z.string()),
        }),
      ),
    },
  },
  handle({ baseUrl, pages }, exchange) {
    exchange.set({ Vary: 'Accept' })
    if (asksForPage(exchange)) {
      sendPage(exchange, pages().home)
      return
    }
    exchange.json(200, {
      name: 'Data Enrichment Service',
      version,
      description:
        'Turns raw data into structured information: bank transactions, companies, domains, ' +
        'social profiles, persons and logos.',
      docs: `${baseUrl}/docs`,
      endpoints: pages().endpoints,
    })
  },
})
