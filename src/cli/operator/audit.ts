import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { exportFormats } from '../../audit/export/exporters.ts'
import { replay } from '../../audit/log/replay-log.ts'
import { verifyLog } from '../../audit/log/verify-log.ts'
import { type Cli, CommandRefused } from '../command.ts'
import { teach } from '../help.ts'
import { type ExportOptions, exportLog } from './audit-export.ts'
import { lateBar, withSource } from './audit-source.ts'

export function addAuditCommands(program: Command, cli: Cli): void {
  const audit = program
    .command('audit')
    .description('the books of all accounts, from the log itself')
  teach(
    audit
      .command('verify')
      .description('every chain, sum, charge and purchase, and the views against the fold')
      .action(() => verify(cli)),
    { text: verifyLesson, place: 'log', examples: ['npx enrich audit verify'] },
  )
  teach(
    audit
      .command('diff')
      .description('where the views are not what the log folds to')
      .action(() => diff(cli)),
    { place: 'log', examples: ['npx enrich audit diff', 'npx enrich views rebuild'] },
  )
  teach(
    audit
      .command('replay')
      .description('what stood on the accounts at a time')
      .requiredOption('--at <time>', 'RFC 3339; entries of that millisecond included', readTime)
      .option('--account <id>', 'one account only')
      .action((options: ReplayAsked) => replayed(cli, options)),
    { place: 'log', examples: ['npx enrich audit replay --at 2026-01-01T00:00:00Z'] },
  )
  teach(
    audit
      .command('export')
      .description('ledgers as files, also of all accounts')
      .addOption(new Option('--format <format>', 'form').choices(exportFormats).default('ndjson'))
      .option('--account <id>', 'one account only; accounting programs want one')
      .option('--from <time>', 'inclusive', readTime)
      .option('--to <time>', 'inclusive', readTime)
      .addArgument(new Argument('[file]', 'where to; left out: the standard output'))
      .action((file: string | undefined, options: ExportOptions) => exportLog(cli, file, options)),
    {
      place: 'log',
      examples: [
        'npx enrich audit export all.ndjson && npx enrich ledger verify all.ndjson',
        'npx enrich audit export --account acc_… --format hledger acc.journal',
      ],
    },
  )
}

const verifyLesson = `Reads the event log: every account's chain, hashes and sums; no command settled twice; each charge
with the enrichment that it is bound to (as far back as enrichments are kept) and each purchase with
its order and the provider's event; signed checkpoints; balances, usage and entries as the views show
them, at the moment up to which they were folded. The service may go on meanwhile.`

async function verify(cli: Cli): Promise<void> {
  const { totals, findings } = await audited(cli)
  const first = findings.firstClass()
  const shown = {
    valid: findings.count === 0,
    entries: totals.entries,
    accounts: totals.accounts,
    ignored_records: totals.ignored,
    credits_purchased_cents: totals.creditsIn,
    charged_cents: totals.chargedCents,
    balance_cents: totals.balanceCents,
    reserved_cents: totals.reservedCents,
    free_calls: totals.freeCalls,
    findings: first.map(({ kind, accountId, seq, text }) => {
      return { kind, account_id: accountId, seq, reason: text }
    }),
  }
  const { findings: _, ...figures } = shown
  cli.terminal.result(shown, lines(figures))
  const [worst] = first
  if (!worst) return
  const accounts = [...new Set(first.map(({ accountId }) => accountId))]
  const named = accounts.slice(0, 20).join(', ')
  const at = worst.seq === null ? '' : ` at seq ${worst.seq}`
  throw new CommandRefused(
    `${worst.kind}: ${accounts.length} accounts (${named}); ${worst.accountId}${at}: ${worst.text}.`,
  )
}

async function diff(cli: Cli): Promise<void> {
  const { findings } = await audited(cli)
  const found = findings.list.filter(({ kind }) => kind === 'view differs')
  cli.terminal.table(
    found.map(({ accountId, seq, text }) => ({ account_id: accountId, seq, difference: text })),
  )
  if (found.length > 0) throw new CommandRefused('The views are not what the log folds to.')
  cli.terminal.tell('The views are what the log folds to.')
}

async function audited(cli: Cli): ReturnType<typeof verifyLog> {
  const bar = lateBar(cli, 'entries')
  try {
    const { signal } = cli
    return await withSource(cli, (source) => verifyLog(source, { signal, onProgress: bar.update }))
  } finally {
    bar.stop()
  }
}

interface ReplayAsked {
  readonly at: string
  readonly account?: string
}

async function replayed(cli: Cli, { at, account }: ReplayAsked): Promise<void> {
  const accountId = account ?? null
  const { signal } = cli
  const accounts = await withSource(cli, (source) => replay(source, { accountId, to: at, signal }))
  cli.terminal.table(
    accounts.map((one) => ({
      account_id: one.accountId,
      seq: one.seq,
      at: one.at,
      balance_cents: one.balanceCents,
      free_calls: one.freeCalls,
      reserved_cents: one.reservedCents,
    })),
  )
  if (accounts.length === 0) cli.terminal.tell('Nothing stood on any account then.')
}

/** As entries have it: UTC with milliseconds. */
function readTime(text: string): string {
  const ms = Date.parse(text)
  if (Number.isNaN(ms))
    throw new InvalidArgumentError('It is no time such as 2026-01-31T12:00:00Z.')
  return new Date(ms).toISOString()
}

function lines(figures: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(figures).map(([name, value]) => {
    const text = typeof value === 'number' ? value.toLocaleString('en') : String(value)
    return `${name.replaceAll('_', ' ').padEnd(26)}${text}`
  })
  return rows.join('\n')
}
