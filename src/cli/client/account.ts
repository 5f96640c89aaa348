import { randomUUID } from 'node:crypto'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { type Cli, UsageError } from '../command.ts'
import { counted, dollars } from '../figures.ts'
import { teach } from '../help.ts'
import type { TableRow } from '../terminal.ts'
import { type Deletion, deleteAccount } from './delete-account.ts'
import { openRemote, understood } from './remote.ts'

/** The commands of an account: its balance, its usage, and topping it up. */
export function addAccountCommands(program: Command, cli: Cli): void {
  teach(
    program
      .command('balance')
      .description('credits and free calls')
      .option('--at <time>', 'a time, or a seq of the ledger: what stood then')
      .action(({ at }: { readonly at?: string }) => balance(cli, at)),
    { place: 'server', examples: ['npx enrich balance', 'npx enrich balance --at 2026-01-31'] },
  )
  teach(
    program
      .command('usage')
      .description('charged calls, by type or over time')
      .option('--from <time>', 'default: 30 days before --to')
      .option('--to <time>', 'default: now')
      .addOption(
        new Option('--granularity <step>', 'over time instead of by type').choices([
          'hour',
          'day',
          'month',
        ]),
      )
      .option('--by-key', 'by key instead of by type')
      .option('--matches', 'how much was found, instead of what was charged')
      .option('--csv', 'one row a step and type, or key, as CSV')
      .action((options: UsageOptions) => usage(cli, options)),
    {
      place: 'server',
      examples: [
        'npx enrich usage',
        'npx enrich usage --by-key --from 2026-01-01',
        'npx enrich usage --matches --granularity day',
        'npx enrich usage --granularity month --csv > usage.csv',
      ],
    },
  )
  teach(
    program
      .command('buy')
      .description('order credits: gives the address where they are paid')
      .argument('<cents>', '100 to 1,000,000', centsOf)
      .action((cents: number) => buy(cli, cents)),
    { place: 'server', examples: ['npx enrich buy 500    # 5 dollars'] },
  )
  teach(
    program
      .command('account')
      .description('the account itself')
      .command('delete')
      .description('delete the account and all that is personal')
      .option('--forfeit-credits', 'also when credits are left: they are lost')
      .option('--email <address>', 'of the account; asked for if left out')
      .option('--password-stdin', 'the password, read from the standard input')
      .option('--code <code>', 'of the second factor, where the account has one')
      .action((deletion: Deletion) => deleteAccount(cli, deletion)),
    {
      text: accountText,
      place: 'server',
      examples: [
        'npx enrich account delete',
        'npx enrich account delete --code 123456',
        'npx enrich account delete --email ada@example.com --password-stdin < file',
      ],
    },
  )
}

const accountText = `For ever: keys, answers, jobs, webhooks and corrections go, and the e-mail is free again. The ledger
stays, with ids, amounts and hashes; export it before. Asks for e-mail and password, or takes them
from --email and the standard input. Credits that are left are lost only with --forfeit-credits.`

const balanceSchema = z.object({
  balance_cents: z.number(),
  free_calls_remaining: z.number(),
  reserved_cents: z.number(),
  debt_cents: z.number().default(0),
  ledger: z.object({ seq: z.number(), hash: z.string() }),
  as_of: z.string(),
})

async function balance(cli: Cli, at: string | undefined): Promise<void> {
  const remote = await openRemote(cli)
  const { body } = await remote.ask({ method: 'GET', path: '/payments/balance', query: { at } })
  const standing = understood(remote, balanceSchema, body)
  cli.terminal.result(body, [
    { field: 'credits', value: dollars(standing.balance_cents) },
    { field: 'free calls', value: standing.free_calls_remaining },
    { field: 'reserved', value: dollars(standing.reserved_cents) },
    ...(standing.debt_cents > 0 ? [{ field: 'owed', value: dollars(standing.debt_cents) }] : []),
    { field: 'ledger', value: `${standing.ledger.seq};${standing.ledger.hash}` },
    { field: 'as of', value: standing.as_of },
  ])
}

const figures = z.object({
  calls: z.number(),
  items: z.number(),
  charged_cents: z.number(),
  free_calls: z.number(),
  errors: z.number(),
})
const usageSchema = z.object({
  totals: figures,
  by_type: z.array(figures.extend({ type: z.string() })),
  by_key: z.array(figures.extend({ key_id: z.string().nullable(), name: z.string().nullable() })),
  series: z.array(figures.extend({ start: z.string() })),
})

interface UsageOptions {
  readonly from?: string
  readonly to?: string
  readonly granularity?: string
  readonly byKey?: boolean
  readonly matches?: boolean
  readonly csv?: boolean
}

async function usage(cli: Cli, options: UsageOptions): Promise<void> {
  const { from, to, granularity, byKey } = options
  if (options.matches && (options.csv || byKey)) {
    throw new UsageError('--matches goes neither with --by-key nor with --csv.')
  }
  if (options.matches) return matchRate(cli, options)
  if (options.csv) return usageAsCsv(cli, options)
  const remote = await openRemote(cli)
  const query = { from, to, granularity }
  const { body } = await remote.ask({ method: 'GET', path: '/usage', query })
  const { totals, by_type: byType, by_key: keys, series } = understood(remote, usageSchema, body)
  if (byKey) {
    const rows = keys.map((row) => ({ key: row.key_id, name: row.name, ...shownFigures(row) }))
    const total = { key: 'total', name: null, ...shownFigures(totals) }
    return cli.terminal.result(body, [...rows, total])
  }
  const rows = granularity
    ? series.map((row) => ({ start: row.start, ...shownFigures(row) }))
    : byType.map((row) => ({ type: row.type, ...shownFigures(row) }))
  const total = { [granularity ? 'start' : 'type']: 'total', ...shownFigures(totals) }
  cli.terminal.result(body, [...rows, total])
}

const matchFigures = z.object({ looked_up: z.number(), matched: z.number() })
const matchRateSchema = z.object({
  totals: matchFigures,
  by_type: z.array(matchFigures.extend({ type: z.string() })),
  series: z.array(matchFigures.extend({ start: z.string() })),
})

async function matchRate(cli: Cli, { from, to, granularity }: UsageOptions): Promise<void> {
  const remote = await openRemote(cli)
  const query = { from, to, granularity }
  const { body } = await remote.ask({ method: 'GET', path: '/usage/matches', query })
  const { totals, by_type: byType, series } = understood(remote, matchRateSchema, body)
  const shown = ({ looked_up: asked, matched }: z.infer<typeof matchFigures>): TableRow => {
    const share = asked === 0 ? '' : `${((100 * matched) / asked).toFixed(1)} %`
    return { 'looked up': asked, found: matched, share }
  }
  const rows = granularity
    ? series.map((row) => ({ start: row.start, ...shown(row) }))
    : byType.map((row) => ({ type: row.type, ...shown(row) }))
  cli.terminal.result(body, [
    ...rows,
    { [granularity ? 'start' : 'type']: 'total', ...shown(totals) },
  ])
}

async function usageAsCsv(cli: Cli, options: UsageOptions): Promise<void> {
  const { from, to, granularity, byKey } = options
  const remote = await openRemote(cli)
  const query = { from, to, granularity, by: byKey ? 'key' : 'type' }
  const headers = { accept: 'text/csv' }
  cli.terminal.print((await remote.ask({ method: 'GET', path: '/usage', query, headers })).text)
}

function shownFigures(row: z.infer<typeof figures>): TableRow {
  const { calls, items, free_calls: freeCalls, errors } = row
  return { calls, items, 'free calls': freeCalls, charged: dollars(row.charged_cents), errors }
}

function centsOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is no whole number of cents.')
  return Number(text)
}

const orderSchema = z.object({ checkout_url: z.string().nullable() })

async function buy(cli: Cli, cents: number): Promise<void> {
  const remote = await openRemote(cli)
  const { body } = await remote.ask({
    method: 'POST',
    path: '/payments/create-order',
    headers: { 'Idempotency-Key': randomUUID() },
    body: { amount_cents: cents },
  })
  const { checkout_url: url } = understood(remote, orderSchema, body)
  cli.terminal.result(body, `${counted(cents, 'cent')} can be paid at ${url ?? remote.server}`)
}
