import type { Command } from 'commander'
import type { Queryable } from '../../db/pool.ts'
import { decideOptOut, listOptOuts } from '../../enrichment/opt-outs.ts'
import { type Cli, CommandRefused, withDatabase } from '../command.ts'
import { teach } from '../help.ts'
import { visibleOnly } from '../terminal.ts'
import { whenMigrated } from './database.ts'

const rowsShown = 1_000

export function addPrivacyCommands(program: Command, cli: Cli): void {
  const privacy = program.command('privacy').description('requests of people not to be looked up')
  teach(
    privacy
      .command('list')
      .description('the waiting requests, the oldest first')
      .option('--all', 'the decided ones too')
      .action(({ all = false }: { readonly all?: boolean }) => list(cli, all)),
    { text: lesson, place: 'data', examples: ['npx enrich privacy list --all'] },
  )
  addDecision('confirm', 'confirmed', 'heed one: within five seconds nobody is looked up by it')
  addDecision('reject', 'rejected', 'do not heed it, or no longer')

  function addDecision(verb: string, status: 'confirmed' | 'rejected', about: string): void {
    teach(
      privacy
        .command(verb)
        .description(about)
        .argument('<id>', 'as privacy list shows it')
        .action((id: string) => decide(cli, id, status)),
      { text: lesson, place: 'data', examples: [`npx enrich privacy ${verb} opt_…`] },
    )
  }
}

const lesson = `People ask at POST /privacy/opt-out that an address, or every address at a domain, is not looked
up. Asking proves nothing, so a request has no effect until you have verified it, for example by
a message to that address, or to the domain's postmaster, that must be answered. Once confirmed,
/enrich/person answers 404 for it, free; the website of a domain is not looked up any more, and
what was kept of it is deleted. A decision may be taken back by the other one.`

async function list(cli: Cli, all: boolean): Promise<void> {
  const { terminal } = cli
  const limit = rowsShown + 1
  const found = await withDatabase(cli, (client) =>
    whenMigrated(listOptOuts(client, { decidedToo: all, limit })),
  )
  const rows = found.slice(0, rowsShown).map(({ id, requestedAt, status, subject, reason }) => ({
    id,
    requested_at: requestedAt.toISOString(),
    status,
    subject,
    reason: reason ?? null,
  }))
  terminal.table(rows)
  if (found.length === 0) terminal.tell(all ? 'Nobody has asked yet.' : 'Nothing waits.')
  if (found.length > rowsShown) terminal.tell(`More than ${rowsShown}; the oldest are shown.`)
}

async function decide(cli: Cli, id: string, status: 'confirmed' | 'rejected'): Promise<void> {
  const subject = await withDatabase(cli, (client) => decided(client, id, status))
  cli.terminal.result({ id, status, subject }, `${id} is ${status}: ${visibleOnly(subject)}`)
}

async function decided(
  client: Queryable,
  id: string,
  status: 'confirmed' | 'rejected',
): Promise<string> {
  const subject = await whenMigrated(decideOptOut(client, id, status))
  if (subject !== null) return subject
  throw new CommandRefused(`There is no request ${visibleOnly(id)}.`)
}
