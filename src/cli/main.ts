import { readConfig } from '../config.ts'
import { addAccountCommands } from './account.ts'
import { addAuditCommands } from './audit.ts'
import { addCallCommands } from './calls.ts'
import { addCatalogCommands } from './catalog.ts'
import type { Environment } from './command.ts'
import { addCreditCommands } from './credits.ts'
import { openDatabase } from './database.ts'
import { addDeadLetterCommands } from './dead-letters.ts'
import { addJobCommands } from './jobs.ts'
import { addLagCommand } from './lag.ts'
import { addLedgerCommands } from './ledger.ts'
import { addLoginCommand } from './login.ts'
import { addPrivacyCommands } from './privacy.ts'
import { type Groups, runGroups } from './run.ts'
import { addSchemaCommands } from './schemas.ts'
import { addTopicCommands } from './topics.ts'
import { addTraceCommand } from './trace.ts'
import { addViewCommands } from './views.ts'

/** Every group of commands, under the heading and in the order in which `--help` shows them. */
const groups: Groups = {
  'Your calls and your account': [
    addLoginCommand,
    addCallCommands,
    addJobCommands,
    addAccountCommands,
    addTraceCommand,
  ],
  'For whoever audits': [addLedgerCommands],
  'For the operator': [
    addAuditCommands,
    addViewCommands,
    addCreditCommands,
    addCatalogCommands,
    addPrivacyCommands,
    addLagCommand,
    addDeadLetterCommands,
    addSchemaCommands,
    addTopicCommands,
  ],
}

/** `npx enrich …`, of clients and of the operator. Gives the exit code. */
export async function runCli(args: readonly string[], env: Environment): Promise<number> {
  // Only where the data lies concerns a command; a service may need more to start.
  const { DATA_DIR, DATABASE_URL } = env
  return runGroups(groups, { args, env }, (terminal) =>
    openDatabase(readConfig({ DATA_DIR, DATABASE_URL }), terminal),
  )
}
