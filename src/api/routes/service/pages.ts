import { z } from 'zod'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { defineRoute } from '../../route.ts'
import { sendPage, sendScript } from './send-page.ts'

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

export const consoleFileRoute = defineRoute({
  method: 'GET',
  path: '/console/:file',
  operationId: 'getConsoleScript',
  tag: 'Service',
  summary: 'A part of the console’s script',
  auth: 'public',
  params: z.object({ file: z.string().max(100) }),
  answers: {
    200: { description: 'The script.', mediaType: 'text/javascript', example: 'export {}' },
  },
  problems: ['not_found'],
  handle({ pages }, exchange, { params }) {
    const file = pages().consoleFiles.get(params.file)
    if (!file) throw new ProblemSignal('not_found', 'The console has no such part.')
    sendScript(exchange, file)
  },
})
