import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import type { Exchange } from '../../http/exchange.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { defineRoute } from '../../route.ts'

const messagesMax = 20

const messageSchema = z.looseObject({ jsonrpc: z.literal('2.0') })

export const mcpRoute = defineRoute({
  method: 'POST',
  path: '/mcp',
  operationId: 'callTools',
  tag: 'Agents',
  summary: 'The service as tools for agents (Model Context Protocol)',
  description:
    'Streamable HTTP without sessions: each POST is answered by itself, in JSON. The tools are the ' +
    'endpoints, with their scopes, prices and limits; every paid answer carries its receipt.',
  auth: 'key',
  scope: 'any',
  body: {
    schema: named(
      'McpMessage',
      z.union([messageSchema, z.array(messageSchema).min(1).max(messagesMax)]),
    ),
    examples: [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'enrich_transaction', arguments: { description: 'NETFLIX.COM' } },
      },
    ],
  },
  answers: {
    200: {
      description: 'The answer of JSON-RPC.',
      example: {
        jsonrpc: '2.0',
        id: 1,
        result: { content: [], structuredContent: { merchant: 'Netflix', charged_cents: 1 } },
      },
      schema: named('McpAnswer', z.looseObject({})),
    },
    202: { description: 'The message was no question, and is taken note of.' },
  },
  async handle(context, exchange, input) {
    const answer = await answerOf(context, exchange, input.body)
    const text = await answer.text()
    if (answer.status >= 400) throw new ProblemSignal('invalid_request', reasonIn(text))
    if (text === '') return exchange.empty(answer.status)
    exchange.text(answer.status, text, 'application/json')
  },
})

/** The protocol's code is loaded with the first agent: a service without any needs none of it. */
async function answerOf(
  context: ApiContext,
  exchange: Exchange,
  message: unknown,
): Promise<Response> {
  const [{ openAgentServer }, web] = await Promise.all([
    import('./agent-server.ts'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
  ])
  const server = openAgentServer({
    baseUrl: context.baseUrl,
    ask: (call) => context.inside.ask(exchange, call),
  })
  const transport = new web.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const version = exchange.header('mcp-protocol-version')
  const request = new Request('http://inside/mcp', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(version === undefined ? {} : { 'Mcp-Protocol-Version': version }),
    },
  })
  try {
    return await transport.handleRequest(request, { parsedBody: message })
  } finally {
    await server.close()
  }
}

function reasonIn(text: string): string {
  const told = z.object({ error: z.object({ message: z.string() }) }).safeParse(parsed(text))
  return told.success ? told.data.error.message : 'The message is not understood.'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
