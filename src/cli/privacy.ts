import type { Queryable } from '../db/pool.ts'
import { errorCodeOf } from '../db/postgres-start-error.ts'
import { decideOptOut, listOptOuts } from '../privacy/opt-outs.ts'
import type { CliCommand } from './command.ts'
import { CommandRefused, UsageError } from './command.ts'
import { privacyHelp } from './help.ts'

const rowsShown = 1_000

export const listCommand: CliCommand = {
  name: 'privacy list',
  help: privacyHelp,
  takesAll: true,
  prepare(operands, { all }) {
    if (operands.length > 0) throw new UsageError('privacy list takes no names.')
    return async ({ client, terminal }) => {
      const limit = rowsShown + 1
      const found = await whenMigrated(listOptOuts(client, { decidedToo: all, limit }))
      for (const { id, requestedAt, status, subject, reason } of found.slice(0, rowsShown)) {
        const cells = [id, requestedAt.toISOString(), status, subject, reason ?? '']
        terminal.print(cells.map(visibleOnly).join('\t'))
      }
      if (found.length === 0) terminal.tell(all ? 'Nobody has asked yet.' : 'Nothing waits.')
      if (found.length > rowsShown) terminal.tell(`More than ${rowsShown}; the oldest are shown.`)
    }
  },
}

export const confirmCommand = decision('confirm', 'confirmed')
export const rejectCommand = decision('reject', 'rejected')

function decision(verb: string, status: 'confirmed' | 'rejected'): CliCommand {
  return {
    name: `privacy ${verb}`,
    help: privacyHelp,
    prepare(operands) {
      const [id = '', ...rest] = operands
      if (id === '' || rest.length > 0) throw new UsageError(`privacy ${verb} takes one id.`)
      return async ({ client, terminal }) => {
        const subject = await whenMigrated(decide(client, id, status))
        terminal.print(`${id} is ${status}: ${visibleOnly(subject)}`)
      }
    },
  }
}

async function decide(
  client: Queryable,
  id: string,
  status: 'confirmed' | 'rejected',
): Promise<string> {
  const subject = await decideOptOut(client, id, status)
  if (subject !== null) return subject
  throw new CommandRefused(`There is no request ${visibleOnly(id)}.`)
}

/** A database that this release of the service has never opened has no such table. */
async function whenMigrated<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (cause) {
    if (errorCodeOf(cause) !== '42P01') throw cause
    const message = 'The database is not of this release yet: start the service once.'
    throw new CommandRefused(message, cause)
  }
}

/** Strangers wrote these texts; letters that steer a terminal must not reach it. */
function visibleOnly(text: string): string {
  return text.replace(/\p{C}|\p{Zl}|\p{Zp}/gu, ' ')
}
