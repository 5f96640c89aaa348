import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { timestamp } from '../../clock.ts'
import type { Pool } from '../../db/pool.ts'
import { requestCancel } from '../../jobs/store.ts'
import { sandboxCentsOf, voidCommandId } from '../../ledger/sandbox-share.ts'
import { recordOf } from '../../log/record.ts'
import { counted } from '../../messages/faults.ts'
import { findSandboxHolders, type SandboxHolder } from '../../projections/sandbox-held.ts'
import { type Cli, CommandRefused } from '../command.ts'
import { teach } from '../help.ts'
import type { TableRow } from '../terminal.ts'
import { type OperatorLog, withOperatorLog } from './log.ts'

const reason = 'credits of the sandbox, which nobody paid for, end where real money is taken'
/** A round in which nothing has changed for this long is the last one. */
const patienceMs = 20_000
const pauseMs = 200

export function addVoidSandboxCommand(credits: Command, cli: Cli, by: string): void {
  teach(
    credits
      .command('void-sandbox')
      .description('take back whatever stands of credits that were bought in the sandbox')
      .option('--dry-run', 'only tell who holds how much')
      .option('--by <name>', 'who; left out: your user name here', by)
      .action((options: Options) => withOperatorLog(cli, (opened) => run(cli, opened, options))),
    {
      text: lesson,
      place: 'log',
      examples: ['npx enrich credits void-sandbox --dry-run', 'npx enrich credits void-sandbox'],
    },
  )
}

const lesson = `A service with Stripe serves nobody while such credits stand; run this beside it, and it opens.
Each account gets one entry (CreditsRevoked). What was paid counts as paid with the sandbox's cents
first, so real money is never touched. Jobs that have set such cents aside are cancelled: rows that
are done stay done, and the rest comes back and is voided. Repeating it is harmless.`

interface Options {
  readonly dryRun?: boolean
  readonly by: string
}

async function run(cli: Cli, opened: OperatorLog, { dryRun, by }: Options): Promise<void> {
  const first = await findSandboxHolders(opened.pool)
  const table = first.map(rowOf)
  if (first.length > 0 && !dryRun) await voidAll(opened, first, by)
  cli.terminal.table(table)
  const cents = first.reduce((sum, holder) => sum + sandboxCentsOf(holder), 0)
  const told = dryRun ? 'stand' : 'stood, and are gone'
  cli.terminal.tell(
    first.length === 0
      ? 'No credits of the sandbox stand.'
      : `${counted(cents, 'cent')} of the sandbox ${told}, on ${counted(first.length, 'account')}.`,
  )
}

function rowOf(holder: SandboxHolder): TableRow {
  const { accountId: account, cents } = holder
  return { account, cents, in_jobs: sandboxCentsOf(holder) - cents }
}

/** Until none is left: an account that moves on, or whose jobs end, is computed again. */
async function voidAll(
  opened: OperatorLog,
  first: readonly SandboxHolder[],
  by: string,
): Promise<void> {
  const sent = new Set<string>()
  let holders = first
  let before = ''
  let deadline = 0
  while (holders.length > 0) {
    const now = JSON.stringify(holders)
    if (now !== before) deadline = performance.now() + patienceMs
    before = now
    if (performance.now() > deadline) throw unsettled(holders)
    for (const holder of holders) await voidOne(opened, holder, { by, sent })
    await sleep(pauseMs)
    holders = await findSandboxHolders(opened.pool)
  }
}

/** Jobs first: only when nothing is set aside is what stands all that there is. */
async function voidOne(
  { log, pool, codec }: OperatorLog,
  holder: SandboxHolder,
  { by, sent }: { readonly by: string; readonly sent: Set<string> },
): Promise<void> {
  const jobIds = Object.keys(holder.byJob)
  if (jobIds.length > 0) return cancelJobs(pool, jobIds, sent)
  const { accountId, seq, cents } = holder
  const commandId = voidCommandId(accountId, seq)
  if (sent.has(commandId)) return
  const made = { version: 1, command_id: commandId, account_id: accountId, reply_to: null } as const
  const adjustment = { amount_cents: cents, reason, by, if_seq: seq }
  const order = { type: 'RevokeCredits', ...made, at: timestamp(), ...adjustment } as const
  await log.append([await recordOf(await codec(), 'orders', order)])
  sent.add(commandId)
}

async function cancelJobs(pool: Pool, jobIds: readonly string[], sent: Set<string>): Promise<void> {
  for (const id of jobIds) {
    if (!sent.has(id)) await requestCancel(pool, id)
    sent.add(id)
  }
}

function unsettled(left: readonly SandboxHolder[]): CommandRefused {
  return new CommandRefused(
    `${counted(left.length, 'account')} still to be settled. The orders are on the log, and the ` +
      'service settles them when it runs. If it then tells of sandbox credits, run this again.',
  )
}
