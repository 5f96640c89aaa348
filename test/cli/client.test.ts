import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Account, call, newAccount, numberAt, spendFreeCalls } from '../scenarios/client.ts'
import { cleanEnvironment, type RunningService, startService } from '../scenarios/service.ts'
import { until } from '../until.ts'
import { enrichProgram, runEnrich, startEnrich } from './enrich-program.ts'

/** The commands of a client, against the real service. */
let service: RunningService
let home = ''

beforeAll(async () => {
  service = await startService()
})
afterAll(async () => {
  await service?.close()
})
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'enrich-client-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
})

const surroundings = (env: Readonly<Record<string, string>> = {}, input = '') => ({
  cwd: home,
  env: { HOME: home, XDG_CONFIG_HOME: '', ENRICH_URL: service.url, ENRICH_API_KEY: '', ...env },
  input,
})
const enrich = (args: readonly string[], env = {}, input = '') =>
  runEnrich(args, surroundings(env, input))
const loginFile = () => join(home, '.config', 'enrich', 'config.json')

describe('login', () => {
  test('a key is kept where nobody else reads it, and used from then on', async () => {
    const { key } = await newAccount(service)
    const { code, out } = await enrich(['login', '--key-stdin'], {}, `${key}\n`)
    expect({ code, out }).toEqual({
      code: 0,
      out: `Logged in at ${service.url}. The key is in ${loginFile()}.\n`,
    })
    expect((await stat(loginFile())).mode & 0o777).toBe(0o600)
    const balance = await enrich(['balance', '--json'], { ENRICH_URL: '' })
    expect(JSON.parse(balance.out)).toMatchObject({ balance_cents: 0, free_calls_remaining: 20 })

    await chmod(loginFile(), 0o640)
    const refused = await enrich(['balance'])
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('chmod 600') })
  })

  const hasScript = existsSync('/usr/bin/script')
  test.skipIf(!hasScript)('a password typed is not shown, and not kept', async () => {
    const account = await newAccount(service)
    const shown = await logInOnTerminal([account.email, account.password])
    expect(shown).toContain('Password: ')
    expect(shown).not.toContain(account.password)
    expect(shown).toContain('Logged in')
    const kept = await readFile(loginFile(), 'utf8')
    expect(kept).toMatch(/"api_key": "enr_/)
    expect(kept).not.toContain(account.password)
    expect((await enrich(['balance'])).code).toBe(0)
  })

  test('a key that is not accepted is not kept', async () => {
    const { code, err } = await enrich(['login', '--key-stdin'], {}, 'enr_wrong\n')
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('login') })
    expect(existsSync(loginFile())).toBe(false)
    expect((await enrich(['login'])).code).toBe(2)
  })

  test('a key goes to the server of its login and to no other', async () => {
    const seen: (string | undefined)[] = []
    const other = await listen((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(302, { location: `${service.url}/payments/balance` }).end()
    })
    const { key } = await newAccount(service)
    await enrich(['login', '--key-stdin'], {}, key)
    const elsewhere = await enrich(['balance'], { ENRICH_URL: other })
    expect(elsewhere).toMatchObject({ code: 1, err: expect.stringContaining(`for ${service.url}`) })
    expect(seen).toEqual([])
    const pointed = await enrich(['balance'], { ENRICH_URL: other, ENRICH_API_KEY: 'enr_x' })
    expect(pointed).toMatchObject({ code: 1, err: expect.stringContaining('answered 302') })
  })

  test('a file that login did not write is told', async () => {
    const { key } = await newAccount(service)
    await enrich(['login', '--key-stdin'], {}, key)
    await writeFile(loginFile(), '{')
    expect((await enrich(['balance'])).err).toContain('Run: npx enrich login')
  })
})

describe('calls', () => {
  const withKey = ({ key }: Account) => ({ ENRICH_API_KEY: key })

  test('--json is the very answer of the service; without it there is a line a field', async () => {
    const account = await newAccount(service)
    const line = ['enrich', 'SQ *BLUE BOTTLE COFFEE', '--amount', '-4.5']
    const json = await enrich([...line, '--json', '--expand', 'counterparties'], withKey(account))
    const body = { description: 'SQ *BLUE BOTTLE COFFEE', amount: -4.5 }
    const asked = { key: account.key, body }
    const reply = await call(service, 'POST /enrich?expand=counterparties', asked)
    expect(JSON.parse(json.out)).toEqual(reply.body)
    const { code, out, err } = await enrich(line, withKey(account))
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^merchant\tBlue Bottle Coffee$/m),
    })
    expect(err).toMatch(/^1 free call charged; \$0\.00 left; receipt 4;[0-9a-f]{64}\n$/)
  })

  test.each([
    [['company', 'Stripe'], 'name\tStripe'],
    [['company', '--domain', 'stripe.com'], 'domain\tstripe.com'],
    [['domain', 'stripe.com'], 'company_name\tStripe'],
    [['social', 'stripe.com'], 'company_name\tStripe'],
    [['person', 'john.doe@airbnb.com'], 'company\tAirbnb'],
  ])('%j', async (args, line) => {
    const { code, out } = await enrich(args, withKey(await newAccount(service)))
    expect({ code, lines: out.split('\n') }).toMatchObject({
      code: 0,
      lines: expect.arrayContaining([line]),
    })
  })

  test('what is wrong is told with its place, and nothing found is a failure', async () => {
    const env = withKey(await newAccount(service))
    const [wrong, nothing, usage] = await Promise.all([
      enrich(['enrich', 'NETFLIX', '--expand', 'colour'], env),
      enrich(['domain', 'no-such-company-at-all.com'], env),
      enrich(['enrich', 'NETFLIX', '--amount', 'much'], env),
    ])
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('expand') })
    expect(nothing).toMatchObject({ code: 1, err: expect.stringContaining('free') })
    expect(usage).toMatchObject({ code: 2, err: expect.stringContaining('--amount') })
  })

  test('who is short of credits learns how many are missing, and how to buy them', async () => {
    const account = await newAccount(service)
    await spendFreeCalls(service, account)
    const { code, err } = await enrich(['company', 'Stripe'], withKey(account))
    expect(code).toBe(1)
    expect(err).toMatch(/\$0\.02 are missing[\s\S]*npx enrich buy 100\n$/)
    const bought = await enrich(['buy', '100'], withKey(account))
    expect(bought).toMatchObject({ code: 0, out: expect.stringContaining('/payments/sandbox/') })
    const used = await enrich(['usage'], withKey(account))
    expect(used.out).toMatch(/^total\t1\t20\t20\t\$0\.00\t0$/m)
    const byDay = await enrich(['usage', '--granularity', 'day', '--json'], withKey(account))
    expect(JSON.parse(byDay.out)).toMatchObject({ totals: { items: 20 }, granularity: 'day' })
    const found = await enrich(['usage', '--matches'], withKey(account))
    expect(found.out).toMatch(/^total\t20\t20\t100\.0 %$/m)
    const both = await enrich(['usage', '--matches', '--csv'], withKey(account))
    expect(both).toMatchObject({ code: 2, err: expect.stringContaining('--csv') })
  })

  test('an answer lost on its way is asked for again, and charged once', async () => {
    const account = await newAccount(service)
    let lost = 0
    const losing = await listen(async (request, response) => {
      const content = Buffer.concat(await request.toArray())
      const forwarded = await fetch(`${service.url}${request.url}`, {
        method: request.method ?? 'GET',
        headers: headersOf(request),
        body: content,
      })
      const text = await forwarded.text()
      lost += 1
      if (lost === 1) return response.destroy()
      response.writeHead(forwarded.status, Object.fromEntries(forwarded.headers)).end(text)
    })
    const env = { ...withKey(account), ENRICH_URL: losing }
    expect(await enrich(['enrich', 'NETFLIX.COM'], env)).toMatchObject({ code: 0 })
    expect(lost).toBe(2)
    const { body } = await call(service, 'GET /payments/balance', { key: account.key })
    expect(numberAt(body, 'free_calls_remaining')).toBe(19)
  })
})

describe('a server that is not there, or not ours', () => {
  const key = { ENRICH_API_KEY: 'enr_any' }

  test('nobody listening says how to start', async () => {
    const gone = await listen(() => {}, 'close')
    const { code, err } = await enrich(['balance'], { ...key, ENRICH_URL: gone })
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringMatching(/npm start.*\n$/) })
  })

  test('without a key, or with a wrong one, the way is login', async () => {
    expect((await enrich(['balance'])).err).toContain('Run: npx enrich login')
    const { code, err } = await enrich(['balance'], key)
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('enrich login') })
  })

  test('a page of somebody else is told as such', async () => {
    const page = await listen((_, response) => response.writeHead(404).end('<html>'))
    const { code, err } = await enrich(['balance'], { ...key, ENRICH_URL: page })
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('ENRICH_URL') })
    expect(err).not.toContain('html')
  })

  test('Ctrl-C while it hangs ends with 130 at once', async () => {
    let asked = false
    const hanging = await listen(() => {
      asked = true
    })
    const started = startEnrich(['balance'], surroundings({ ...key, ENRICH_URL: hanging }))
    await until('it has asked', () => asked)
    process.kill(started.pid, 'SIGINT')
    expect(await started.ended).toMatchObject({ code: 130, err: 'Interrupted by SIGINT.\n' })
  })
})

type Answering = (request: IncomingMessage, response: ServerResponse) => unknown

async function listen(answer: Answering, then: 'serve' | 'close' = 'serve'): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // as: it listens on TCP.
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  if (then === 'close') await close()
  else onTestFinished(async () => void (await close()))
  return `http://127.0.0.1:${port}`
}

function headersOf(request: IncomingMessage): Headers {
  const names = ['authorization', 'content-type', 'idempotency-key'] as const
  const given = names.map((name) => [name, request.headers[name]] as const)
  return new Headers(given.flatMap(([name, value]) => (value ? [[name, String(value)]] : [])))
}

/** `script` gives the command a terminal of its own; every answer waits for its question. */
async function logInOnTerminal([email = '', password = '']: readonly string[]): Promise<string> {
  const { env } = surroundings()
  const line = `'${process.execPath}' '${enrichProgram}' login`
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    cwd: home,
    env: { ...cleanEnvironment(), ...env },
  })
  let shown = ''
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk
  })
  await until('it asks for the e-mail', () => shown.includes('E-mail: '))
  child.stdin.write(`${email}\r`)
  await until('it asks for the password', () => shown.includes('Password: '))
  child.stdin.write(`${password}\r`)
  await until('it has ended', () => child.exitCode !== null)
  return shown
}
