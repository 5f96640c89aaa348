import { hostname, userInfo } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { timestamp } from '../../clock.ts'
import type { Pool } from '../../db/pool.ts'
import { newId } from '../../ids.ts'
import type { Entry } from '../../ledger/entry.ts'
import { receiptOf } from '../../ledger/entry.ts'
import { recordOf } from '../../log/record.ts'
import { counted } from '../../messages/faults.ts'
import { type Cli, CommandRefused, UsageError } from '../command.ts'
import { teach } from '../help.ts'
import { withOperatorLog } from './log.ts'
import { addVoidSandboxCommand } from './void-sandbox.ts'

const centsMax = 100_000_000
const reasonMax = 500
const patienceMs = 20_000
const pauseMs = 100

export function addCreditCommands(program: Command, cli: Cli): void {
  const credits = program.command('credits').description('corrections of accounts, by hand')
  addCorrection('grant', 'GrantCredits', 'give credits')
  addCorrection('revoke', 'RevokeCredits', 'take credits back, down to zero')
  addVoidSandboxCommand(credits, cli, nameHere())

  function addCorrection(verb: string, type: Adjustment['type'], about: string): void {
    teach(
      credits
        .command(verb)
        .description(about)
        .argument('<account>', 'acc_…')
        .argument('<cents>', 'US cents', readCents)
        .requiredOption('--reason <text>', 'why; the payer reads it in his ledger')
        .option('--by <name>', 'who; left out: your user name here', nameHere())
        .action((accountId: string, cents: number, { reason, by }: Signed) =>
          adjust(cli, { type, accountId, cents, reason, by }),
        ),
      {
        text: lesson,
        place: 'log',
        examples: [`npx enrich credits ${verb} acc_… 500 --reason "outage of 21 November"`],
      },
    )
  }
}

const lesson = `Appends an instruction to the event log, which the service settles like any other: the adjustment is
an entry of the ledger that says who and why, and nothing that was there is changed.`

interface Signed {
  readonly reason: string
  readonly by: string
}

interface Adjustment extends Signed {
  readonly type: 'GrantCredits' | 'RevokeCredits'
  readonly accountId: string
  readonly cents: number
}

async function adjust(cli: Cli, adjustment: Adjustment): Promise<void> {
  const { accountId, type, cents, reason, by } = adjustment
  if (reason.trim() === '' || reason.length > reasonMax) {
    throw new UsageError(`--reason must say why, in at most ${reasonMax} characters.`)
  }
  const entry = await withOperatorLog(cli, async ({ log, pool, codec }) => {
    await demandAccount(pool, accountId)
    const commandId = `correction:${newId('command')}`
    const made = {
      version: 1,
      command_id: commandId,
      account_id: accountId,
      reply_to: null,
    } as const
    const instruction = { ...made, at: timestamp(), amount_cents: cents, reason, by, type }
    await log.append([await recordOf(await codec(), 'orders', instruction)])
    return settled(pool, accountId, commandId)
  })
  cli.terminal.result(
    entry,
    `${entry.type}: ${counted(Math.abs(entry.credits_delta_cents), 'cent')}; balance ` +
      `${counted(entry.balance_cents, 'cent')} after entry ${receiptOf(entry)}`,
  )
}

async function demandAccount(pool: Pool, accountId: string): Promise<void> {
  const { rows } = await pool.query<{ closed: boolean }>(
    `select exists (select from closed_accounts c where c.account_id = b.account_id) as closed
      from balances b where account_id = $1`,
    [accountId],
  )
  if (!rows[0]) throw new CommandRefused('There is no such account.')
  if (rows[0].closed) throw new CommandRefused('The account was deleted by its holder.')
}

/** The instruction is on the log now, so it is settled sooner or later; here it is waited for. */
async function settled(pool: Pool, accountId: string, commandId: string): Promise<Entry> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const { rows } = await pool.query<{ entry: string }>(
      'select entry from entries where command_id = $1 and account_id = $2',
      [commandId, accountId],
    )
    if (rows[0]) return JSON.parse(rows[0].entry)
    await sleep(pauseMs)
  }
  const message = `The instruction ${commandId} is on the log. The service settles it when it runs.`
  throw new CommandRefused(message)
}

function nameHere(): string {
  return `${userInfo().username}@${hostname()}`
}

function readCents(text: string): number {
  const cents = Number(text)
  if (Number.isInteger(cents) && cents > 0 && cents <= centsMax) return cents
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${centsMax}.`)
}
