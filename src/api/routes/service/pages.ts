import { z } from 'zod'
import { named } from '../../http/named.ts'
import { defineRoute } from '../../route.ts'
import { sendPage } from './send-page.ts'

export const openapiRoute = defineRoute({
  method: 'GET',
  path: '/openapi.json',
  operationId: 'getOpenapi',
  tag: 'Service',
  summary: 'This description, as OpenAPI 3.1',
  auth: 'public',
  answers: {
    200: {
      description: 'The document.',
      example: { openapi: '3.1.0' },
      schema: named('OpenapiDocument', z.looseObject({ openapi: z.string() })),
    },
  },
  handle: ({ pages }, exchange) => {
    exchange.set({ 'Access-Control-Allow-Origin': '*' })
    exchange.text(200, pages().openapi, 'application/json')
  },
})

export const docsRoute = defineRoute({
  method: 'GET',
  path: '/docs',
  operationId: 'showDocs',
  tag: 'Service',
  summary: 'The documentation, readable without internet access',
  auth: 'public',
  answers: { 200: { description: 'A page.', mediaType: 'text/html' } },
  handle: ({ pages }, exchange) => sendPage(exchange, pages().docs),
})

export const consoleRoute = defineRoute({
  method: 'GET',
  path: '/console',
  operationId: 'showConsole',
  tag: 'Service',
  summary: 'The console: log in, files, keys, credits, usage, ledger',
  auth: 'public',
  query: z.object({
    order: z.string().max(100).optional().meta({ description: 'The order that was just paid.' }),
  }),
  answers: { 200: { description: 'A page.', mediaType: 'text/html' } },
  handle: ({ pages }, exchange) => sendPage(exchange, pages().console),
})
