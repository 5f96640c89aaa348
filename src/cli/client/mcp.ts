import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { Command } from 'commander'
import type { Cli } from '../command.ts'
import { teach } from '../help.ts'
import type { Remote } from './remote.ts'
import { openRemote } from './remote.ts'

export function addMcpCommand(program: Command, cli: Cli): void {
  teach(
    program
      .command('mcp')
      .description('the service as tools for an agent, over standard input and output')
      .action(() => serveAgent(cli)),
    {
      text: agentText,
      place: 'server',
      examples: ['npx enrich mcp', 'ENRICH_API_KEY=sk_… ENRICH_URL=https://… npx enrich mcp'],
    },
  )
}

const agentText = `For agents that start their tools as programs; others speak to POST /mcp. Ends with the input. Spends
the credits of the key as the tools say: give it one with a cap (POST /keys monthly_cap_cents).`

/** JSON-RPC's own words for an answer that never came. */
const internalError = -32603

/** Hands each message on to POST /mcp and its answer back, in whatever order they come. */
async function serveAgent(cli: Cli): Promise<void> {
  const remote = await openRemote(cli)
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js')
  const agent = new StdioServerTransport()
  const inHand = new Set<Promise<void>>()
  agent.onmessage = (message) => {
    const answering = answerOf(remote, message)
      .then((answer) => (answer ? agent.send(answer) : undefined))
      .catch((error: Error) => cli.terminal.tell(error.message))
      .finally(() => inHand.delete(answering))
    inHand.add(answering)
  }
  await agent.start()
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    cli.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await Promise.all(inHand)
  await agent.close()
}

/** Null for a message that asks nothing. A refusal of the service is told to the agent. */
async function answerOf(remote: Remote, message: JSONRPCMessage): Promise<JSONRPCMessage | null> {
  try {
    const { text, body } = await remote.ask({ method: 'POST', path: '/mcp', body: message })
    return text === '' ? null : (body as JSONRPCMessage) // as: POST /mcp answers in this form.
  } catch (error) {
    if (!('id' in message && 'method' in message)) throw error
    const told = error instanceof Error ? error.message : String(error)
    return { jsonrpc: '2.0', id: message.id, error: { code: internalError, message: told } }
  }
}
