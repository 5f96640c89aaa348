import type { Command } from 'commander'
import { type Cli, UsageError } from '../command.ts'
import { teach } from '../help.ts'
import { openRemote } from './remote.ts'

export function addFeedbackCommands(program: Command, cli: Cli): void {
  const feedback = program.command('feedback').description('corrections that stick')
  teach(
    feedback
      .command('list')
      .description('the corrections in force, newest first')
      .action(() => list(cli)),
    { place: 'server', examples: ['npx enrich feedback list'] },
  )
  teach(
    feedback
      .command('send')
      .description('correct what is answered for a line, from now on and for this account')
      .argument('<description>', 'the line as the bank reports it')
      .option('--merchant <name>', 'who it really was')
      .option('--no-merchant', 'the line has no merchant')
      .option('--category <name>', 'as npx enrich … answers it, with --subcategory')
      .option('--subcategory <name>')
      .option('--website <domain>')
      .action((description: string, wishes: Wishes) => give(cli, description, wishes)),
    {
      place: 'server',
      examples: [
        'npx enrich feedback send "SQ *JOES 0412" --merchant "Joe\'s Coffee"',
        'npx enrich feedback send "POS 0412" --category "Food and Drink" --subcategory Coffee',
      ],
    },
  )
  teach(
    feedback
      .command('delete')
      .description('take a correction back')
      .argument('<id>')
      .action((id: string) => revoke(cli, id)),
    { place: 'server', examples: ['npx enrich feedback delete cor_…'] },
  )
}

interface Wishes {
  /** False: there is none. */
  readonly merchant?: string | boolean
  readonly category?: string
  readonly subcategory?: string
  readonly website?: string
}

async function list(cli: Cli): Promise<void> {
  const remote = await openRemote(cli)
  const corrections = await remote.all((client) => client.each(client.listFeedback, { limit: 100 }))
  cli.terminal.result(
    corrections,
    corrections.map((one) => ({
      id: one.id,
      line: one.description,
      merchant: one.merchant ?? null,
      category: one.category ?? null,
      subcategory: one.subcategory ?? null,
      website: one.website ?? null,
    })),
  )
  if (corrections.length === 0) cli.terminal.tell('No correction is in force.')
}

async function give(cli: Cli, description: string, wishes: Wishes): Promise<void> {
  const { merchant, ...others } = wishes
  // Commander says true where the option that begins with "no" was not given.
  const named = typeof merchant === 'string' ? merchant : merchant === false ? null : undefined
  if (named === undefined && Object.values(others).every((value) => value === undefined)) {
    throw new UsageError('Nothing is corrected: give --merchant, --category or --website.')
  }
  const remote = await openRemote(cli)
  const asked = { description, merchant: named, ...others }
  const { data } = await remote.call((client) => client.giveFeedback(asked))
  cli.terminal.result(data, `Correction ${data.id} is in force.`)
}

async function revoke(cli: Cli, id: string): Promise<void> {
  const remote = await openRemote(cli)
  await remote.call((client) => client.revokeFeedback({ id }))
  cli.terminal.result({ id, deleted: true }, `Correction ${id} is taken back.`)
}
