import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, test } from 'vitest'
import { newAccount } from '../scenarios/client.ts'
import { useService } from '../scenarios/shared-service.ts'
import { enrichProgram } from './enrich-program.ts'

const service = useService()

test('an agent that starts its tools as programs has the same tools and the same receipts', async () => {
  const { key } = await newAccount(service())
  const client = new Client({ name: 'a-test', version: '1.0.0' })
  const env = { PATH: process.env.PATH ?? '', ENRICH_URL: service().url, ENRICH_API_KEY: key }
  const started = { command: process.execPath, args: [enrichProgram, 'mcp'], env }
  await client.connect(new StdioClientTransport(started))
  try {
    expect((await client.listTools()).tools).toHaveLength(14)
    const input = { name: 'enrich_transaction', arguments: { description: 'NETFLIX.COM' } }
    const answer = await client.callTool(input)
    expect(answer.structuredContent).toMatchObject({
      merchant: 'Netflix',
      free_calls_used: 1,
      ledger_entry: expect.stringMatching(/^2;/),
    })
  } finally {
    await client.close()
  }
})
