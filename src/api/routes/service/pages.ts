import { z } from 'zod'
import { html } from '../../../console/html.ts'
import type { Pages } from '../../context.ts'
import { type Exchange, ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { defineRoute } from '../../route.ts'
import { sendMissing, sendPage, sendScript, sendText } from './send-page.ts'

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
  handle: ({ pages }, exchange) => sendDocs(exchange, pages, ''),
})

const docsAnswers = {
  200: { description: 'A page; with `.md` behind its name as Markdown.', mediaType: 'text/html' },
} as const

export const docsPageRoute = defineRoute({
  method: 'GET',
  path: '/docs/:page',
  operationId: 'showDocsPage',
  tag: 'Service',
  summary: 'A page of the documentation',
  auth: 'public',
  params: z.object({ page: z.string().max(100) }),
  answers: docsAnswers,
  problems: ['not_found'],
  handle: ({ pages }, exchange, { params }) => sendDocs(exchange, pages, params.page),
})

export const docsReferenceRoute = defineRoute({
  method: 'GET',
  path: '/docs/reference/:operation',
  operationId: 'showReferencePage',
  tag: 'Service',
  summary: 'The page of an endpoint',
  auth: 'public',
  params: z.object({ operation: z.string().max(100) }),
  answers: docsAnswers,
  problems: ['not_found'],
  handle: ({ pages }, exchange, { params }) =>
    sendDocs(exchange, pages, `reference/${params.operation}`),
})

const searchPath = 'search.json'

function sendDocs(exchange: Exchange, pages: () => Pages, path: string): void {
  const { docs } = pages()
  if (path === searchPath) {
    sendText(exchange, docs.search, 'application/json')
    return
  }
  const text = path.endsWith('.md') ? docs.markdown(path.slice(0, -'.md'.length)) : null
  const page = docs.page(path)
  if (text !== null) sendText(exchange, text, 'text/markdown; charset=utf-8')
  else if (page !== null) sendPage(exchange, page)
  else sendMissing(exchange, pages, 'The documentation has no such page; /docs lists them.')
}

const plainText = { description: 'A text.', mediaType: 'text/plain', example: '# …' } as const

export const llmsRoute = defineRoute({
  method: 'GET',
  path: '/llms.txt',
  operationId: 'getLlms',
  tag: 'Service',
  summary: 'The documentation for language models: its pages, with a line on each',
  auth: 'public',
  answers: { 200: plainText },
  handle: ({ pages }, exchange) => sendText(exchange, pages().docs.llms, 'text/plain'),
})

export const llmsFullRoute = defineRoute({
  method: 'GET',
  path: '/llms-full.txt',
  operationId: 'getLlmsFull',
  tag: 'Service',
  summary: 'The whole documentation in one text',
  auth: 'public',
  answers: { 200: plainText },
  handle: ({ pages }, exchange) => sendText(exchange, pages().docs.llmsFull, 'text/plain'),
})

export const robotsRoute = defineRoute({
  method: 'GET',
  path: '/robots.txt',
  operationId: 'getRobots',
  tag: 'Service',
  summary: 'Robots may read the documentation',
  auth: 'public',
  answers: { 200: { ...plainText, example: 'User-agent: *\nAllow: /docs\n' } },
  handle: ({ baseUrl }, exchange) => {
    const lines = ['User-agent: *', 'Allow: /docs', 'Allow: /llms', 'Allow: /$', 'Disallow: /']
    const text = [...lines, `Sitemap: ${baseUrl}/sitemap.xml`, ''].join('\n')
    exchange.text(200, text, 'text/plain; charset=utf-8')
  },
})

export const sitemapRoute = defineRoute({
  method: 'GET',
  path: '/sitemap.xml',
  operationId: 'getSitemap',
  tag: 'Service',
  summary: 'The pages of the documentation, for search engines',
  auth: 'public',
  answers: {
    200: { description: 'A sitemap.', mediaType: 'text/xml', example: '<urlset/>' },
  },
  handle: ({ baseUrl, pages }, exchange) => {
    const lines = pages().docs.paths.map(
      (path) => html`<url><loc>${baseUrl}/docs/${path}</loc></url>\n`,
    )
    const body = html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines}</urlset>\n`
    exchange.text(200, `<?xml version="1.0" encoding="UTF-8"?>\n${body.markup}`, 'text/xml')
  },
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
