import { hostname } from 'node:os'
import type { Command } from 'commander'
import { type Cli, UsageError } from '../command.ts'
import { teach } from '../help.ts'
import { openPrompt, readKeyFromInput } from '../prompt.ts'
import { isWebAddress, readClientConfig } from './client-config.ts'
import { readLogin, writeLogin } from './login-file.ts'
import { defaultServer, remoteWith } from './remote.ts'

export function addLoginCommand(program: Command, cli: Cli): void {
  teach(
    program
      .command('login')
      .description('keep the server and a key for the commands below')
      .option('--server <url>', `default: ENRICH_URL, else the last one, else ${defaultServer}`)
      .option('--code <code>', 'of the second factor, where the account has one')
      .option('--key-stdin', 'a key that you have, read from the standard input')
      .action((options: LoginOptions) => login(cli, options)),
    {
      text: `Asks for e-mail and password, which are not kept, and makes a key named after this computer; or
takes a key that you have. An account is made with npx enrich register, or at /console. npx enrich
logout revokes the key that was made.`,
      place: 'server',
      examples: [
        'npx enrich login',
        'npx enrich login --server https://enrich.example.com',
        'npx enrich login --key-stdin < key.txt',
      ],
    },
  )
}

interface LoginOptions {
  readonly server?: string
  readonly keyStdin?: boolean
  readonly code?: string
}

async function login(cli: Cli, options: LoginOptions): Promise<void> {
  const { file, apiKey: given } = readClientConfig(cli.env)
  const server = await serverFor(cli, options.server)
  warnOfListeners(cli, server)
  const known = options.keyStdin ? await readKeyFromInput() : given
  const key = known === null ? await makeKey(cli, server, options.code) : { api_key: known }
  await remoteWith(cli, server, key.api_key).call((client) => client.getBalance())
  await writeLogin(file, { server, ...key })
  cli.terminal.result({ server, file }, `Logged in at ${server}. The key is in ${file}.`)
}

/** The server that was named; else that of the environment, the last login, this machine. */
export async function serverFor(cli: Cli, wanted: string | undefined): Promise<string> {
  const { file, server: named } = readClientConfig(cli.env)
  const before = await readLogin(file).catch(() => null)
  return serverOf(wanted ?? named ?? before?.server ?? defaultServer)
}

export function warnOfListeners(cli: Cli, server: string): void {
  if (isOpenToListeners(server))
    cli.terminal.tell(`Warning: what goes to ${server} is not encrypted.`)
}

function serverOf(text: string): string {
  if (!isWebAddress(text)) throw new UsageError(`"${text}" is no address such as https://host.`)
  return text.replace(/\/+$/, '')
}

function isOpenToListeners(server: string): boolean {
  const { protocol, hostname: host } = new URL(server)
  return protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(host)
}

/** For the commands that there are. */
const scopes = ['enrich', 'jobs', 'read', 'buy', 'manage'] as const

async function makeKey(cli: Cli, server: string, code?: string) {
  const credentials = await askCredentials(cli)
  const asked = { ...credentials, totp_code: code }
  const { data: session } = await remoteWith(cli, server, null).call((client) =>
    client.logIn(asked),
  )
  const name = `command line on ${hostname()}`.slice(0, 100)
  const { data: made } = await remoteWith(cli, server, session.token).call((client) =>
    client.createKey({ name, scopes }),
  )
  return { api_key: made.api_key, key_id: made.id }
}

async function askCredentials(cli: Cli) {
  const prompt = openPrompt(cli)
  try {
    const email = (await prompt.ask('E-mail: ')).trim()
    return { email, password: await prompt.askSecret('Password: ') }
  } finally {
    prompt.close()
  }
}
