import { hostname } from 'node:os'
import type { Command } from 'commander'
import { z } from 'zod'
import { type Cli, UsageError } from '../command.ts'
import { teach } from '../help.ts'
import { openPrompt, readKeyFromInput } from '../prompt.ts'
import { isWebAddress, readClientConfig } from './client-config.ts'
import { readLogin, writeLogin } from './login-file.ts'
import { defaultServer, remoteWith, understood } from './remote.ts'

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
takes a key that you have. An account is made at /console, or with POST /auth/register. The key can
be revoked there, or with DELETE /keys/{id}.`,
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
  const { file, server: named, apiKey: given } = readClientConfig(cli.env)
  const before = await readLogin(file).catch(() => null)
  const server = serverOf(options.server ?? named ?? before?.server ?? defaultServer)
  if (isOpenToListeners(server))
    cli.terminal.tell(`Warning: what goes to ${server} is not encrypted.`)
  const key = options.keyStdin
    ? await readKeyFromInput()
    : (given ?? (await makeKey(cli, server, options.code)))
  await remoteWith(cli, server, key).ask({ method: 'GET', path: '/payments/balance' })
  await writeLogin(file, { server, api_key: key })
  cli.terminal.result({ server, file }, `Logged in at ${server}. The key is in ${file}.`)
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
const scopes = ['enrich', 'jobs', 'read', 'buy']

const sessionSchema = z.object({ token: z.string() })
const keySchema = z.object({ api_key: z.string() })

async function makeKey(cli: Cli, server: string, code?: string): Promise<string> {
  const credentials = await askCredentials(cli)
  const remote = remoteWith(cli, server, null)
  const { body: session } = await remote.ask({
    method: 'POST',
    path: '/auth/login',
    body: { ...credentials, ...(code ? { totp_code: code } : {}) },
  })
  const { token } = understood(remote, sessionSchema, session)
  const inSession = remoteWith(cli, server, token)
  const name = `command line on ${hostname()}`.slice(0, 100)
  const body = { name, scopes }
  const { body: made } = await inSession.ask({ method: 'POST', path: '/keys', body })
  return understood(remote, keySchema, made).api_key
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
