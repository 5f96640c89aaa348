import type { Command } from 'commander'
import { z } from 'zod'
import type { Cli } from '../command.ts'
import { dollars } from '../figures.ts'
import { teach } from '../help.ts'
import type { TableRow } from '../terminal.ts'
import { openRemote, understood } from './remote.ts'

export function addTraceCommand(program: Command, cli: Cli): void {
  teach(
    program
      .command('trace')
      .description('one call from its command to its reply, as the log has it')
      .argument('<id>', 'a Request-Id, a receipt (SEQ;HASH), or the id of a 202')
      .action((id: string) => trace(cli, id)),
    {
      text: 'The records before the charge are kept for seven days, the charge for ever.',
      place: 'server',
      examples: ['npx enrich trace req_…', "npx enrich trace '2;a2bd…' --json"],
    },
  )
}

const place = { topic: z.string(), partition: z.number(), offset: z.number().nullable() }
const step = z.object({ ...place, type: z.string(), at: z.string() }).nullable()
const entry = z.object({
  seq: z.number(),
  type: z.string(),
  at: z.string(),
  hash: z.string(),
  credits_delta_cents: z.number(),
})
const traceSchema = z.object({
  status: z.string(),
  command: step,
  enrichment: step,
  charge: z.object({ ...place, entry }).nullable(),
  reply: z.object({ status: z.number().nullable(), ledger_entry: z.string() }).nullable(),
})

async function trace(cli: Cli, id: string): Promise<void> {
  const remote = await openRemote(cli)
  const path = `/requests/${encodeURIComponent(id)}/trace`
  const { body } = await remote.ask({ method: 'GET', path })
  const { command, enrichment, charge, reply } = understood(remote, traceSchema, body)
  const settled = charge && { ...charge, type: charge.entry.type, at: charge.entry.at }
  cli.terminal.result(body, [
    rowOf('command', command),
    rowOf('enrichment', enrichment),
    rowOf('charge', settled, charge && `${dollars(-charge.entry.credits_delta_cents)} paid`),
    rowOf('reply', null, reply && `${reply.status ?? 'no longer kept'}; ${reply.ledger_entry}`),
  ])
}

function rowOf(name: string, found: z.infer<typeof step>, note: string | null = null): TableRow {
  const offset = found && found.offset !== null ? `#${found.offset}` : ''
  const where = found && `${found.topic}/${found.partition}${offset}`
  return { step: name, at: found?.at ?? null, what: found?.type ?? null, where, note }
}
