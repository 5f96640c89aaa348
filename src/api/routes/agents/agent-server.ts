import { randomUUID } from 'node:crypto'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { version } from '../../../config/paths.ts'
import { quote } from '../../../ledger/prices.ts'
import { counted } from '../../../messages/faults.ts'
import type { InsideAnswer, InsideCall } from '../../inside.ts'
import { logoTool, logoUrl } from './logo-tool.ts'
import type { Tool, ToolInput } from './tool.ts'
import { failed, told, toolAnswer } from './tool-answer.ts'
import { tools } from './tools.ts'

interface AgentServerDeps {
  readonly baseUrl: string
  readonly ask: (call: InsideCall) => Promise<InsideAnswer>
}

const instructions =
  'Turns bank lines, company names, domains and e-mail addresses into structured information. Paid ' +
  'tools say what they cost in cents; each paid answer carries charged_cents, balance_cents and ' +
  'ledger_entry, its receipt in the account’s ledger. Free calls are used first. max_cents refuses ' +
  'a call that could cost more.'

/** The tools for one request: nothing is kept between two of them. */
export function openAgentServer(deps: AgentServerDeps): McpServer {
  const server = new McpServer(
    { name: 'data-enrichment-service', title: 'Data Enrichment Service', version },
    { instructions },
  )
  for (const tool of tools) {
    const { name, title, description, input, output, isReadOnly, isPaid } = tool
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        outputSchema: output,
        annotations: {
          title,
          // A paid look-up changes nothing but the balance; an agent is to ask before it spends.
          readOnlyHint: isReadOnly,
          destructiveHint: false,
          idempotentHint: isReadOnly,
          openWorldHint: isPaid,
        },
        _meta: { 'cost/cents': costOf(tool) },
      },
      (given) => callTool(deps, tool, given),
    )
  }
  const { name, title, description, input, output } = logoTool
  server.registerTool(
    name,
    {
      ...{ title, description, inputSchema: input, outputSchema: output },
      annotations: { title, readOnlyHint: true, openWorldHint: false },
      _meta: { 'cost/cents': 0 },
    },
    (given) => told({ logo_url: logoUrl(deps.baseUrl, given) }),
  )
  return server
}

async function callTool(
  { ask }: AgentServerDeps,
  tool: Tool,
  given: ToolInput,
): Promise<CallToolResult> {
  const tooDear = refusalOf(tool, given)
  if (tooDear) return failed(tooDear)
  const key = String(given.idempotency_key ?? randomUUID())
  const headers = tool.isPaid ? { 'Idempotency-Key': key } : {}
  return toolAnswer(tool, await ask({ ...tool.call(given), headers }), key)
}

/** Why a call is not made: it could cost more than the agent wants to spend on it. */
function refusalOf(tool: Tool, given: ToolInput): string | null {
  const { max_cents: max } = given
  const price = tool.price(given)
  if (typeof max !== 'number' || !price) return null
  const { cents } = quote(price.call, price.items, 0)
  if (cents <= max) return null
  return `This could cost ${counted(cents, 'cent')}, more than max_cents ${max}. Nothing was asked.`
}

/** By item: a job's depend on the type of its rows. */
function costOf(tool: Tool): number | null {
  const price = tool.price({ transactions: [{}], items: [{}] })
  return price ? quote(price.call, 1, 0).cents : 0
}
