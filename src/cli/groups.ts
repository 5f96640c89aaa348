import { addAccountCommands } from './client/account.ts'
import { addCallCommands } from './client/calls.ts'
import { addFeedbackCommands } from './client/feedback.ts'
import { addKeyCommands } from './client/keys.ts'
import { addLoginCommand } from './client/login.ts'
import { addMcpCommand } from './client/mcp.ts'
import { addRegisterCommands } from './client/register.ts'
import { addRequestCommands } from './client/requests.ts'
import { addTraceCommand } from './client/trace.ts'
import { addWebhookCommands } from './client/webhooks.ts'
import { addCompletionCommand } from './completion.ts'
import { addJobCommands } from './jobs/jobs.ts'
import { addLedgerCommands } from './ledger.ts'
import type { Groups } from './run.ts'

/** The commands that need nothing but a server, under the headings of `--help`. */
export const clientGroups: Groups = {
  'Your calls and your account': [
    addRegisterCommands,
    addLoginCommand,
    addCallCommands,
    addJobCommands,
    addAccountCommands,
    addRequestCommands,
    addTraceCommand,
    addKeyCommands,
    addWebhookCommands,
    addFeedbackCommands,
    addMcpCommand,
    addCompletionCommand,
  ],
  'For whoever audits': [addLedgerCommands],
}
