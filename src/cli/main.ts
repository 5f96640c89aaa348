import { readConfig } from '../config/config.ts'
import type { Environment } from './command.ts'
import { clientGroups } from './groups.ts'
import { addAuditCommands } from './operator/audit.ts'
import { addCatalogCommands } from './operator/catalog.ts'
import { addCreditCommands } from './operator/credits.ts'
import { openDatabase } from './operator/database.ts'
import { addDeadLetterCommands } from './operator/dead-letters.ts'
import { addLagCommand } from './operator/lag.ts'
import { addPrivacyCommands } from './operator/privacy.ts'
import { addSchemaCommands } from './operator/schemas.ts'
import { addTopicCommands } from './operator/topics.ts'
import { addViewCommands } from './operator/views.ts'
import { type Groups, runGroups } from './run.ts'

/** Every group of commands, under the heading and in the order in which `--help` shows them. */
const groups: Groups = {
  ...clientGroups,
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
