import type { Command } from 'commander'
import type { Cli } from '../command.ts'
import { teach } from '../help.ts'
import type { TableRow } from '../terminal.ts'
import { type StageLag, withOperatorLog } from './log.ts'

export function addLagCommand(program: Command, cli: Cli): void {
  teach(
    program
      .command('lag')
      .description('what the stages have not done yet')
      .option('--partitions', 'each partition by itself (with --json always)')
      .action(({ partitions = false }: { readonly partitions?: boolean }) => lag(cli, partitions)),
    {
      text: `Records appended and not yet done, by stage and topic: 0 or little when all is well. One that grows
has lost its worker, or has too few. Offsets are stored a few times a second, so a busy stage shows
what it has done since as lag.`,
      place: 'log',
      examples: ['npx enrich lag', 'npx enrich lag --partitions', 'npx enrich lag --json'],
    },
  )
}

async function lag(cli: Cli, partitions: boolean): Promise<void> {
  const lags = await withOperatorLog(cli, ({ lags }) => lags())
  const each = lags.map(({ records, ...place }) => ({ ...place, lag: records }))
  cli.terminal.result(each, partitions ? each : byTopic(lags))
}

function byTopic(lags: readonly StageLag[]): readonly TableRow[] {
  const sums = new Map<string, { stage: string; topic: string; lag: number; worst: number }>()
  for (const { stage, topic, records } of lags) {
    const name = `${stage} ${topic}`
    const sum = sums.get(name) ?? { stage, topic, lag: 0, worst: 0 }
    sum.lag += records
    sum.worst = Math.max(sum.worst, records)
    sums.set(name, sum)
  }
  return [...sums.values()].map(({ worst, ...row }) => ({ ...row, 'worst partition': worst }))
}
