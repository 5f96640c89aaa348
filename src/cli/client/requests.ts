import { type Command, Option } from 'commander'
import type { LoggedRequest } from '../../client/data/operations.ts'
import type { Cli } from '../command.ts'
import { dollars, fieldsOf } from '../figures.ts'
import { wholeNumber } from '../given.ts'
import { teach } from '../help.ts'
import { openRemote } from './remote.ts'

const types: readonly LoggedRequest['type'][] = [
  'transaction',
  'transaction_batch',
  'company',
  'domain',
  'social',
  'person',
]
const shownUsually = 25

export function addRequestCommands(program: Command, cli: Cli): void {
  const requests = program.command('requests').description('the calls of the account')
  teach(
    requests
      .command('list')
      .description('calls, newest first: what was asked, answered and charged')
      .addOption(new Option('--type <type>', 'only these').choices(types))
      .option('--key <id>', 'only those of a key')
      .option('--from <time>', 'a time, or a day')
      .option('--to <time>', 'a time, or a day, whose end is meant')
      .option('--limit <number>', `at most so many; default ${shownUsually}`, wholeNumber)
      .action((wishes: RequestWishes) => list(cli, wishes)),
    {
      text: 'Questions and answers are kept for seven days, the charges for ever.',
      place: 'server',
      examples: ['npx enrich requests list', 'npx enrich requests list --type company --json'],
    },
  )
  teach(
    requests
      .command('show')
      .description('the answer of one call, as it was given; waits while it is pending')
      .argument('<id>', 'a Request-Id, or the id of a 202')
      .action((id: string) => show(cli, id)),
    {
      text: 'npx enrich trace ID follows a call over the log.',
      place: 'server',
      examples: ['npx enrich requests show req_…'],
    },
  )
}

interface RequestWishes {
  readonly type?: LoggedRequest['type']
  readonly key?: string
  readonly from?: string
  readonly to?: string
  readonly limit?: number
}

async function list(cli: Cli, { limit = shownUsually, ...filter }: RequestWishes): Promise<void> {
  const remote = await openRemote(cli)
  const asked = { ...filter, limit: Math.max(1, Math.min(limit, 100)) }
  const calls = await remote.all((client) => client.each(client.listRequests, asked), limit)
  cli.terminal.result(
    calls,
    calls.map((call) => ({
      id: call.request_id ?? call.id,
      at: call.at,
      type: call.type,
      question: call.question,
      answer: call.answer,
      status: call.status,
      charged: dollars(call.charged_cents),
    })),
  )
  if (calls.length === 0) cli.terminal.tell('There are no such calls.')
}

async function show(cli: Cli, id: string): Promise<void> {
  const remote = await openRemote(cli)
  const { data } = await remote.call((client) => client.getRequest({ id }))
  cli.terminal.result(data, fieldsOf(data))
}
