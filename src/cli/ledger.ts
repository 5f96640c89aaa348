import type { Command } from 'commander'
import type { Verified } from '../audit/file/checked-lines.ts'
import { checkpointClaim } from '../audit/file/checkpoint-claim.ts'
import type { Claim } from '../audit/file/claims.ts'
import { ClaimUnreadable, receiptClaim, resultClaims } from '../audit/file/claims.ts'
import { LineTooLong } from '../audit/file/lines.ts'
import { reportOf, verifyFile } from '../audit/file/verify-file.ts'
import { type Cli, CommandRefused } from './command.ts'
import { teach } from './help.ts'
import { addExportCommand } from './ledger-export.ts'
import { visibleOnly } from './terminal.ts'

export function addLedgerCommands(program: Command, cli: Cli): void {
  const ledger = program.command('ledger').description("a payer's proof")
  addExportCommand(ledger, cli)
  const receipts = (given: string, before: readonly string[]) => [...before, given]
  teach(
    ledger
      .command('verify')
      .description('check an exported ledger: every entry, every link, every cent')
      .argument('<file>', 'NDJSON, one entry a line; "-" is the standard input')
      .option(
        '--receipt <seq;hash>',
        'a Ledger-Entry header that you kept; repeatable',
        receipts,
        [],
      )
      .option('--checkpoint <file>', 'what GET /ledger/checkpoint gave you')
      .option('--key <key>', "the operator's public key, if you have it from elsewhere")
      .option('--results <file>', 'answers that you kept, NDJSON of {"receipt", "body"}')
      .action((file: string, options: VerifyOptions) => verify(cli, file, options)),
    {
      text: lesson,
      examples: [
        'npx enrich ledger verify ledger.ndjson',
        "npx enrich ledger verify ledger.ndjson --receipt '12;5cedaf…318d3b'",
        'curl -s -H \'Accept: application/x-ndjson\' -H "Authorization: Bearer $KEY" \\',
        '    http://127.0.0.1:3000/ledger | npx enrich ledger verify -',
      ],
    },
  )
}

const lesson = `Reads the file as a stream, whatever its size, and needs neither the service nor its database. Exit
code 0 and one line when all is right; 1 and the first fault otherwise: a gap, a broken chain, an
altered entry, wrong arithmetic, a negative balance, a command settled twice, a receipt that is not
in the chain, an answer that its charge was not for, a ledger that contradicts a signed checkpoint.
infra/LEDGER.md describes the format; infra/verify-ledger.py is the same check in 110 lines of Python.`

interface VerifyOptions {
  readonly receipt: readonly string[]
  readonly checkpoint?: string
  readonly key?: string
  readonly results?: string
}

async function verify(cli: Cli, file: string, options: VerifyOptions): Promise<void> {
  const { terminal } = cli
  const verified = await readable(verifying(file, options))
  terminal.result(shown(verified), visibleOnly(reportOf(verified)))
  if (verified.fault) throw new CommandRefused('The ledger is not valid.')
}

async function verifying(file: string, options: VerifyOptions): Promise<Verified> {
  const claims: Claim[] = options.receipt.map(receiptClaim)
  const { checkpoint, key } = options
  if (checkpoint) claims.push(await checkpointClaim(checkpoint, key ?? null))
  if (options.results) claims.push(...(await resultClaims(options.results)))
  return verifyFile(file, claims)
}

/** An unreadable file is told in a sentence; it says nothing about the ledger. */
async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    const known = error instanceof ClaimUnreadable || error instanceof LineTooLong
    if (known) throw new CommandRefused(error.message, error)
    throw error
  }
}

function shown({ fault, entries, heads, claimsMet }: Verified) {
  const [head] = heads.size === 1 ? [...heads.values()] : []
  const { kind, accountId, seq, text } = fault ?? {}
  return {
    valid: fault === null,
    entries,
    accounts: heads.size,
    claims_met: claimsMet,
    head: head ? { seq: head.seq, hash: head.hash } : null,
    first_fault: fault ? { kind, account_id: accountId, seq, reason: text } : null,
  }
}
