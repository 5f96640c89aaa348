import type { Environment } from './command.ts'
import { clientGroups } from './groups.ts'
import { runGroups } from './run.ts'

/** The command of the package: all of a client and of an auditor, nothing of the operator. */
export async function runCli(args: readonly string[], env: Environment): Promise<number> {
  return runGroups(clientGroups, { args, env }, () =>
    Promise.reject(new Error('A client has no database.')),
  )
}
