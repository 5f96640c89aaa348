import type { Command } from 'commander'
import type { KeptTable } from '../../projections/kept-beyond-log.ts'
import { rebuildViews } from '../../projections/rebuild.ts'
import type { Cli } from '../command.ts'
import { teach } from '../help.ts'
import { lateBar, withSource } from './audit-source.ts'

export function addViewCommands(program: Command, cli: Cli): void {
  const views = program.command('views').description('what is shown, folded from the log')
  teach(
    views
      .command('rebuild')
      .description('fold all views anew, beside the live ones, and swap them in')
      .action(() => rebuild(cli)),
    { text: lesson, place: 'log', examples: ['npx enrich views rebuild'] },
  )
}

const lesson = `Balances, usage, entries, stored answers and the progress of jobs are folded from the first record of
the log on, into tables of their own, while the service goes on; then they take the place of the live
ones in one short transaction. When it fails or is interrupted, nothing has changed. If the live views
were wrong (npx enrich audit diff), restart the service afterwards: its memory came from them.`

async function rebuild(cli: Cli): Promise<void> {
  const began = performance.now()
  const { signal, terminal } = cli
  const bar = lateBar(cli, 'records')
  try {
    const { entries, damaged } = await withSource(cli, (source) =>
      rebuildViews({ source, signal, onProgress: bar.update, onStep: terminal.progress }),
    )
    bar.stop()
    const seconds = Math.round(performance.now() - began) / 1_000
    terminal.progress('')
    for (const table of damaged) terminal.tell(lost(table))
    terminal.result(
      { entries, seconds, damaged },
      `All views are folded anew from ${entries.toLocaleString('en')} entries, in ${seconds} s.`,
    )
  } finally {
    bar.stop()
  }
}

/** The part of each view that the log does not say (projections/kept-beyond-log.ts). */
const onlyThere: Readonly<Record<KeptTable, string>> = {
  closed_accounts: 'which accounts are erased already (it is done once more)',
  results: 'since when answers are kept (then for seven days from now)',
  chunk_places: 'since when places of chunks are kept (then for seven days from now)',
  match_rates: 'how many lines were found more than seven days ago',
  usage_by_key: 'whose keys made calls more than seven days ago (usage itself is whole)',
}

function lost(table: KeptTable): string {
  return `Pages of ${table} were damaged. It is whole again, but what it alone knew may be lost: ${onlyThere[table]}.`
}
