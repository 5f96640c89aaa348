import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import type { Operations } from '../client/data/operations.ts'
import { openRemote } from './client/remote.ts'
import type { Cli } from './command.ts'
import { teach } from './help.ts'

type ExportWishes = Operations['exportLedger']['input'] & { readonly output?: string }

const formats = ['ndjson', 'csv', 'hledger', 'beancount'] as const

export function addExportCommand(ledger: Command, cli: Cli): void {
  teach(
    ledger
      .command('export')
      .description('the whole ledger of the account, or a part of it')
      .option('-o, --output <file>', 'a file; else the standard output')
      .addOption(new Option('--format <format>', 'default: ndjson').choices(formats))
      .option('--from <time>', 'a time, or a day')
      .option('--to <time>', 'a time, or a day, whose end is meant')
      .action((wishes: ExportWishes) => exportLedger(cli, wishes)),
    {
      text: 'Only NDJSON from the first entry on is what npx enrich ledger verify checks.',
      place: 'server',
      examples: [
        'npx enrich ledger export -o ledger.ndjson && npx enrich ledger verify ledger.ndjson',
        'npx enrich ledger export --format hledger --from 2026-01-01 > 2026.journal',
      ],
    },
  )
}

/** Into a file of another name first: only what is complete gets the name that was asked for. */
async function exportLedger(cli: Cli, { output, ...asked }: ExportWishes): Promise<void> {
  const remote = await openRemote(cli)
  await remote.call(async (client) => {
    const response = await client.exportLedger(asked)
    const body = Readable.from(response.body ?? [])
    if (output === undefined) return pipeline(body, process.stdout, { end: false })
    const part = `${output}.part`
    try {
      await pipeline(body, createWriteStream(part))
      await rename(part, output)
    } finally {
      await rm(part, { force: true })
    }
  })
  if (output !== undefined) cli.terminal.result({ file: output }, `The ledger is in ${output}.`)
}
