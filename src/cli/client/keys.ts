import { type Command, InvalidArgumentError } from 'commander'
import type { CreatedKey, Key } from '../../client/data/operations.ts'
import { type Cli, UsageError } from '../command.ts'
import { counted, dollars } from '../figures.ts'
import { repeatable, wholeNumber } from '../given.ts'
import { teach } from '../help.ts'
import { openRemote } from './remote.ts'

type KeyScope = Key['scopes'][number]

const scopes: readonly KeyScope[] = ['enrich', 'jobs', 'read', 'buy', 'manage']

export function addKeyCommands(program: Command, cli: Cli): void {
  const keys = program.command('keys').description('the keys of the account')
  teach(
    keys
      .command('list')
      .description('the keys that work, newest first, without their secrets')
      .option('--all', 'those that have ended, too')
      .action(({ all }: { readonly all?: boolean }) => list(cli, all === true)),
    { text: managing, place: 'server', examples: ['npx enrich keys list'] },
  )
  teach(
    keys
      .command('create')
      .description('make a key; it is shown this once')
      .argument('<name>', 'what it is for')
      .option('--scope <scope>', `one of ${scopes.join(', ')}; repeatable`, scopesOf, [])
      .option('--cap-cents <cents>', 'the most that it may spend in a month', wholeNumber)
      .option('--expires <time>', 'when it ends by itself, such as 2027-01-31')
      .option('--per-second <calls>', 'a rate of its own', wholeNumber)
      .option('--address <range>', 'where it may be used, such as 192.0.2.0/24', repeatable, [])
      .option('--test', 'answers from a table of examples, free: for your CI')
      .action((name: string, wishes: KeyWishes) => create(cli, name, wishes)),
    {
      text: `The key alone goes to the standard output, so that a script can keep it. ${managing}`,
      place: 'server',
      examples: [
        'npx enrich keys create "till 3" --scope enrich --cap-cents 5000 --expires 2027-01-31',
        'KEY=$(npx enrich keys create CI --test)',
      ],
    },
  )
  teach(
    keys
      .command('roll')
      .description('replace a key: a new one now, the old one ends after its grace period')
      .argument('<id>')
      .option('--grace <seconds>', 'how long the old one goes on working; default 0', wholeNumber)
      .action((id: string, { grace }: { readonly grace?: number }) => roll(cli, id, grace)),
    { text: managing, place: 'server', examples: ['npx enrich keys roll key_… --grace 3600'] },
  )
  teach(
    keys
      .command('delete')
      .description('revoke a key: it stops working within a second')
      .argument('<id>')
      .action((id: string) => revoke(cli, id)),
    { text: managing, place: 'server', examples: ['npx enrich keys delete key_…'] },
  )
}

const managing = 'The key in use needs the scope manage.'

interface KeyWishes {
  readonly scope: readonly KeyScope[]
  readonly capCents?: number
  readonly expires?: string
  readonly perSecond?: number
  readonly address: readonly string[]
  readonly test?: boolean
}

async function list(cli: Cli, all: boolean): Promise<void> {
  const remote = await openRemote(cli)
  const keys = await remote.all((client) => client.each(client.listKeys, { limit: 100 }))
  const shown = all ? keys : keys.filter((key) => endOf(key) === null)
  cli.terminal.result(
    shown,
    shown.map((key) => ({
      id: key.id,
      name: key.name,
      begins: key.prefix,
      scopes: key.test ? 'test' : key.scopes.join(' '),
      'this month': dollars(key.spent_this_month_cents),
      cap: key.monthly_cap_cents === null ? null : dollars(key.monthly_cap_cents),
      'last used': key.last_used_at,
      ends: endOf(key) ?? key.expires_at,
    })),
  )
  if (shown.length === 0) cli.terminal.tell('The account has no key that works.')
}

/** Null for a key that works. */
function endOf({ revoked_at: revoked, expires_at: expires }: Key): string | null {
  const isOver = (time: string | null) => time !== null && Date.parse(time) <= Date.now()
  return isOver(revoked) ? revoked : isOver(expires) ? expires : null
}

async function create(cli: Cli, name: string, wishes: KeyWishes): Promise<void> {
  const { scope, capCents, expires, perSecond, address, test } = wishes
  const asked = {
    name,
    test,
    scopes: scope.length > 0 ? scope : undefined,
    monthly_cap_cents: capCents,
    calls_per_second: perSecond,
    expires_at: expires === undefined ? undefined : timeOf(expires),
    allowed_addresses: address.length > 0 ? address : undefined,
  }
  const remote = await openRemote(cli)
  const { data } = await remote.call((client) => client.createKey(asked))
  showKey(cli, data)
}

async function roll(cli: Cli, id: string, grace?: number): Promise<void> {
  const remote = await openRemote(cli)
  const { data } = await remote.call((client) => client.rollKey({ id, grace_seconds: grace }))
  showKey(cli, data)
  const end = grace ? `ends in ${counted(grace, 'second')}` : 'has ended'
  cli.terminal.tell(`The old key, ${id}, ${end}.`)
}

function showKey(cli: Cli, key: CreatedKey): void {
  cli.terminal.result(key, key.api_key)
  cli.terminal.tell(`Key ${key.id} is made. It is shown this once.`)
}

async function revoke(cli: Cli, id: string): Promise<void> {
  const remote = await openRemote(cli)
  await remote.call((client) => client.revokeKey({ id }))
  cli.terminal.result({ id, revoked: true }, `Key ${id} is revoked.`)
}

function scopesOf(text: string, before: readonly KeyScope[]): readonly KeyScope[] {
  const named = scopes.find((scope) => scope === text)
  if (named === undefined) throw new InvalidArgumentError(`It is none of ${scopes.join(', ')}.`)
  return [...before, named]
}

function timeOf(text: string): string {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) {
    throw new UsageError(`"${text}" is no time such as 2027-01-31 or 2027-01-31T12:00:00Z.`)
  }
  return time.toISOString()
}
