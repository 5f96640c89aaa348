import { z } from 'zod'
import { type Cli, CommandRefused, UsageError } from '../command.ts'
import { dollars } from '../figures.ts'
import { openPrompt, readSecretFromInput } from '../prompt.ts'
import { openRemote, remoteWith, understood } from './remote.ts'

export interface Deletion {
  readonly email?: string
  readonly forfeitCredits?: boolean
  readonly passwordStdin?: boolean
  readonly code?: string
}

const accountSchema = z.object({ id: z.string() })
const standingSchema = z.object({ balance_cents: z.number(), reserved_cents: z.number() })
const sessionSchema = z.object({ token: z.string(), account: accountSchema })
const deletedSchema = z.object({
  ledger: z.object({ seq: z.number(), hash: z.string() }).nullable(),
})

/** A key does not tell whose account it is; deleting takes e-mail and password, as in a browser. */
export async function deleteAccount(cli: Cli, deletion: Deletion): Promise<void> {
  const remote = await openRemote(cli)
  const whose = await remote.ask({ method: 'GET', path: '/account' })
  const { id } = understood(remote, accountSchema, whose.body)
  const standing = await remote.ask({ method: 'GET', path: '/payments/balance' })
  const { balance_cents, reserved_cents } = understood(remote, standingSchema, standing.body)
  const left = balance_cents + reserved_cents
  if (left > 0 && !deletion.forfeitCredits) {
    throw new CommandRefused(
      `${dollars(left)} are left. Ask for a refund, or lose them with --forfeit-credits.`,
    )
  }
  const body = await askCredentials(
    cli,
    deletion,
    `Delete account ${id} at ${remote.server}, for ever.`,
  )
  const { email, password } = body
  const logged = await remoteWith(cli, remote.server, null).ask({
    method: 'POST',
    path: '/auth/login',
    body: { ...body, ...(deletion.code ? { totp_code: deletion.code } : {}) },
  })
  const { token, account } = understood(remote, sessionSchema, logged.body)
  if (account.id !== id) throw new CommandRefused(`${email} has another account than the key.`)
  const { body: deleted } = await remoteWith(cli, remote.server, token).ask({
    method: 'DELETE',
    path: '/account',
    body: { password, forfeit_credits: deletion.forfeitCredits ?? false },
  })
  const { ledger } = understood(remote, deletedSchema, deleted)
  const receipt = ledger === null ? '' : ` Its ledger ends with ${ledger.seq};${ledger.hash}.`
  cli.terminal.result(deleted, `The account of ${email} is deleted.${receipt}`)
}

async function askCredentials(cli: Cli, { email, passwordStdin }: Deletion, what: string) {
  if (passwordStdin) {
    if (email === undefined) throw new UsageError('--password-stdin needs --email <address>.')
    return { email, password: await readSecretFromInput('password') }
  }
  const prompt = openPrompt(cli, 'give --email and --password-stdin')
  try {
    cli.terminal.tell(what)
    const named = email ?? (await prompt.ask('E-mail: ')).trim()
    return { email: named, password: await prompt.askSecret('Password: ') }
  } finally {
    prompt.close()
  }
}
