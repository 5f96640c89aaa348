import { rm } from 'node:fs/promises'
import type { Command } from 'commander'
import { type Cli, UsageError } from '../command.ts'
import { teach } from '../help.ts'
import { openPrompt, readSecretFromInput } from '../prompt.ts'
import { readClientConfig } from './client-config.ts'
import { serverFor, warnOfListeners } from './login.ts'
import { readLogin, writeLogin } from './login-file.ts'
import { defaultServer, remoteWith } from './remote.ts'

export function addRegisterCommands(program: Command, cli: Cli): void {
  teach(
    program
      .command('register')
      .description('make an account with 20 free calls, and keep its key')
      .option('--server <url>', `default: ENRICH_URL, else the last one, else ${defaultServer}`)
      .option('--email <address>', 'asked for if left out')
      .option('--password-stdin', 'the password, read from the standard input')
      .option('--name <name>', 'of the account')
      .action((wishes: Registering) => register(cli, wishes)),
    {
      text: `Asks for an e-mail and a new password, which are not kept. The account's first key, which may do
everything, is kept as npx enrich login keeps one.`,
      examples: [
        'npx enrich register',
        'npx enrich register --email ada@example.com --password-stdin < file',
      ],
    },
  )
  teach(
    program
      .command('logout')
      .description('forget the server and the key of the last login')
      .option('--keep-key', 'do not revoke the key')
      .action((wishes: LeavingWishes) => logout(cli, wishes)),
    {
      text: `Revokes the key, if login or register made it, and deletes the file. A key that was given with
--key-stdin goes on working.`,
      examples: ['npx enrich logout'],
    },
  )
}

interface Registering {
  readonly server?: string
  readonly email?: string
  readonly passwordStdin?: boolean
  readonly name?: string
}

async function register(cli: Cli, { server: wanted, name, ...wishes }: Registering): Promise<void> {
  const { file } = readClientConfig(cli.env)
  const server = await serverFor(cli, wanted)
  warnOfListeners(cli, server)
  const credentials = await newCredentials(cli, wishes)
  const anybody = remoteWith(cli, server, null)
  const { data } = await anybody.call((client) => client.register({ ...credentials, name }))
  const remote = remoteWith(cli, server, data.api_key)
  const [first] = await remote.all((client) => client.each(client.listKeys), 1)
  await writeLogin(file, { server, api_key: data.api_key, key_id: first?.id })
  const { account, free_calls_remaining: free } = data
  const shown = { account, free_calls_remaining: free, server, file }
  cli.terminal.result(
    shown,
    `${account.email} has an account at ${server}, with ${free} free calls. The key is in ${file}.`,
  )
}

async function newCredentials(cli: Cli, { email, passwordStdin }: Registering) {
  if (passwordStdin) {
    if (email === undefined) throw new UsageError('--password-stdin needs --email <address>.')
    return { email, password: await readSecretFromInput('password') }
  }
  const prompt = openPrompt(cli, 'give --email and --password-stdin')
  try {
    const named = email ?? (await prompt.ask('E-mail: ')).trim()
    const password = await prompt.askSecret('New password: ')
    const again = await prompt.askSecret('The same again: ')
    if (password !== again) throw new UsageError('The two passwords differ.')
    return { email: named, password }
  } finally {
    prompt.close()
  }
}

interface LeavingWishes {
  readonly keepKey?: boolean
}

async function logout(cli: Cli, { keepKey }: LeavingWishes): Promise<void> {
  const { file } = readClientConfig(cli.env)
  const login = await readLogin(file)
  if (login === null) {
    return cli.terminal.result({ logged_out: false }, 'Nobody is logged in here.')
  }
  const { server, api_key: key, key_id: id } = login
  const isOurs = id !== undefined && !keepKey
  // Before the file is deleted: a key that could not be revoked is still at hand.
  if (isOurs) await remoteWith(cli, server, key).call((client) => client.revokeKey({ id }))
  await rm(file, { force: true })
  const fate = isOurs ? 'its key is revoked' : 'the key goes on working'
  cli.terminal.result(
    { logged_out: true, server, key_revoked: isOurs },
    `Logged out of ${server}; ${fate}.`,
  )
}
