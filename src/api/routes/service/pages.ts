import { z } from 'zod'
import { consolePage } from '../../../console/console-page.ts'
import { docsPage } from '../../../console/docs-page.ts'
import type { Page } from '../../../console/page.ts'
import type { Exchange } from '../../http/exchange.ts'
import { openapiOf } from '../../http/openapi.ts'
import { defineRoute } from '../../route.ts'
import { routes } from '../../routes.ts'

export const openapiRoute = defineRoute({
  method: 'GET',
  path: '/openapi.json',
  tag: 'Service',
  summary: 'This description, as OpenAPI 3.1',
  auth: 'public',
  answers: {
    200: { description: 'The document.', schema: z.looseObject({ openapi: z.string() }) },
  },
  handle: ({ baseUrl }, exchange) => {
    exchange.set({ 'Access-Control-Allow-Origin': '*' })
    exchange.text(200, pagesOf(baseUrl).openapi, 'application/json')
  },
})

export const docsRoute = defineRoute({
  method: 'GET',
  path: '/docs',
  tag: 'Service',
  summary: 'The documentation, readable without internet access',
  auth: 'public',
  answers: { 200: { description: 'A page.', mediaType: 'text/html' } },
  handle: ({ baseUrl }, exchange) => sendPage(exchange, pagesOf(baseUrl).docs),
})

export const consoleRoute = defineRoute({
  method: 'GET',
  path: '/console',
  tag: 'Service',
  summary: 'The console: log in, keys, credits, usage, ledger',
  auth: 'public',
  answers: { 200: { description: 'A page.', mediaType: 'text/html' } },
  handle: ({ baseUrl }, exchange) => sendPage(exchange, pagesOf(baseUrl).console),
})

/** Written once: to make the docs takes a tenth of a second, in which nobody else is served. */
function pagesOf(baseUrl: string): Pages {
  if (pages?.baseUrl === baseUrl) return pages
  const openapi = openapiOf(routes, baseUrl)
  pages = {
    baseUrl,
    openapi: JSON.stringify(openapi),
    docs: docsPage(openapi),
    console: consolePage({ baseUrl }),
  }
  return pages
}

let pages: Pages | null = null

interface Pages {
  readonly baseUrl: string
  readonly openapi: string
  readonly docs: Page
  readonly console: Page
}

function sendPage(exchange: Exchange, { html, csp }: Page): void {
  exchange.set({ 'Content-Security-Policy': csp, 'Referrer-Policy': 'no-referrer' })
  exchange.text(200, html, 'text/html; charset=utf-8')
}
