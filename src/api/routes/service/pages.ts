import { z } from 'zod'
import type { HtmlPage } from '../../../console/page.ts'
import type { Exchange } from '../../http/exchange.ts'
import { defineRoute } from '../../route.ts'

export const openapiRoute = defineRoute({
  method: 'GET',
  path: '/openapi.json',
  tag: 'Service',
  summary: 'This description, as OpenAPI 3.1',
  auth: 'public',
  answers: {
    200: { description: 'The document.', schema: z.looseObject({ openapi: z.string() }) },
  },
  handle: ({ pages }, exchange) => {
    exchange.set({ 'Access-Control-Allow-Origin': '*' })
    exchange.text(200, pages().openapi, 'application/json')
  },
})

export const docsRoute = defineRoute({
  method: 'GET',
  path: '/docs',
  tag: 'Service',
  summary: 'The documentation, readable without internet access',
  auth: 'public',
  answers: { 200: { description: 'A page.', mediaType: 'text/html' } },
  handle: ({ pages }, exchange) => sendPage(exchange, pages().docs),
})

export const consoleRoute = defineRoute({
  method: 'GET',
  path: '/console',
  tag: 'Service',
  summary: 'The console: log in, keys, credits, usage, ledger',
  auth: 'public',
  query: z.object({
    order: z.string().max(100).optional().meta({ description: 'The order that was just paid.' }),
  }),
  answers: { 200: { description: 'A page.', mediaType: 'text/html' } },
  handle: ({ pages }, exchange) => sendPage(exchange, pages().console),
})

function sendPage(exchange: Exchange, { html, csp }: HtmlPage): void {
  exchange.set({ 'Content-Security-Policy': csp, 'Referrer-Policy': 'no-referrer' })
  exchange.text(200, html, 'text/html; charset=utf-8')
}
