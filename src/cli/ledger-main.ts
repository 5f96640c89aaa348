import type { Environment } from './command.ts'
import { addLedgerCommands } from './ledger.ts'
import { runGroups } from './run.ts'

/**
 * `npx enrich ledger …` alone: a payer's proof needs no database and no broker, and to load what
 * speaks with them takes as long as to check 100,000 entries, and a fifth of the memory.
 */
export async function runCli(args: readonly string[], env: Environment): Promise<number> {
  return runGroups({ 'For whoever audits': [addLedgerCommands] }, { args, env }, () =>
    Promise.reject(new Error('A ledger is checked without a database.')),
  )
}
