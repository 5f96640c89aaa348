import { z } from 'zod'
import { type Cli, CommandRefused } from '../command.ts'
import { dollars } from '../figures.ts'
import { openPrompt, readSecretFromInput } from '../prompt.ts'
import { openRemote, remoteWith, understood } from './remote.ts'

export interface Deletion {
  readonly forfeitCredits?: boolean
  readonly passwordStdin?: boolean
}

const accountSchema = z.object({ email: z.string() })
const standingSchema = z.object({ balance_cents: z.number(), reserved_cents: z.number() })
const sessionSchema = z.object({ token: z.string() })
const deletedSchema = z.object({
  ledger: z.object({ seq: z.number(), hash: z.string() }).nullable(),
})

/** The stored key tells whose account it is; deleting takes the password, as in a browser. */
export async function deleteAccount(cli: Cli, deletion: Deletion): Promise<void> {
  const remote = await openRemote(cli)
  const whose = await remote.ask({ method: 'GET', path: '/account' })
  const { email } = understood(remote, accountSchema, whose.body)
  const standing = await remote.ask({ method: 'GET', path: '/payments/balance' })
  const { balance_cents, reserved_cents } = understood(remote, standingSchema, standing.body)
  const left = balance_cents + reserved_cents
  if (left > 0 && !deletion.forfeitCredits) {
    throw new CommandRefused(
      `${dollars(left)} are left. Ask for a refund, or lose them with --forfeit-credits.`,
    )
  }
  const password = deletion.passwordStdin
    ? await readSecretFromInput('password')
    : await askPassword(cli, `Delete the account of ${email} at ${remote.server}, for ever.`)
  const body = { email, password }
  const logged = await remoteWith(cli, remote.server, null).ask({
    ...{ method: 'POST', path: '/auth/login', body },
  })
  const { token } = understood(remote, sessionSchema, logged.body)
  const { body: deleted } = await remoteWith(cli, remote.server, token).ask({
    method: 'DELETE',
    path: '/account',
    body: { password, forfeit_credits: deletion.forfeitCredits ?? false },
  })
  const { ledger } = understood(remote, deletedSchema, deleted)
  const receipt = ledger === null ? '' : ` Its ledger ends with ${ledger.seq};${ledger.hash}.`
  cli.terminal.result(deleted, `The account of ${email} is deleted.${receipt}`)
}

async function askPassword(cli: Cli, what: string): Promise<string> {
  const prompt = openPrompt(cli, 'give the password with --password-stdin')
  try {
    cli.terminal.tell(what)
    return await prompt.askSecret('Password: ')
  } finally {
    prompt.close()
  }
}
