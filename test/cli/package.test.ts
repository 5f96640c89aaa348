import { execFile } from 'node:child_process'
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageRoot } from '../../src/config/paths.ts'
import { cleanEnvironment, type RunningService, startService } from '../scenarios/service.ts'

/** `npm pack` as it comes out, installed into an empty folder, against the real service. */
const run = promisify(execFile)
let service: RunningService
let folder = ''
let project = ''
let env: NodeJS.ProcessEnv = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enrich-package-'))
  const [checkout, home] = [join(folder, 'checkout'), join(folder, 'home')]
  project = join(folder, 'project')
  await Promise.all([checkout, home, project].map((path) => mkdir(path)))
  env = { ...cleanEnvironment(), HOME: home }
  // npm exchanges package.json while it packs, which the checkout of these tests must not see.
  for (const name of ['package.json', 'README.md']) {
    await copyFile(join(packageRoot, name), join(checkout, name))
  }
  for (const name of ['infra', 'node_modules']) {
    await symlink(join(packageRoot, name), join(checkout, name))
  }
  await writeFile(join(project, 'package.json'), '{"type":"module","private":true}')
  const [started] = await Promise.all([startService(), pack(checkout)])
  service = started
  env = { ...env, ENRICH_URL: service.url }
})
afterAll(async () => {
  await service?.close()
  await rm(folder, { recursive: true, force: true })
})

async function pack(checkout: string): Promise<void> {
  const before = await readFile(join(checkout, 'package.json'), 'utf8')
  // As by a pack that was killed, after which the next one finds another package.json.
  await run('npm', ['run', 'prepack'], { cwd: checkout, env })
  expect(await readFile(join(checkout, 'package.json'), 'utf8')).not.toBe(before)
  await run('npm', ['pack', '--pack-destination', folder], { cwd: checkout, env })
  expect(await readFile(join(checkout, 'package.json'), 'utf8')).toBe(before)
  const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'))
  const quiet = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund']
  await run('npm', ['install', ...quiet, join(folder, name)], { cwd: project, env })
}

async function enrich(args: readonly string[], input = '') {
  const bin = join(project, 'node_modules', '.bin', 'enrich')
  const running = run(bin, [...args], { cwd: project, env })
  running.child.stdin?.end(input)
  return running.catch((error: Error & { readonly stdout: string; readonly stderr: string }) => {
    return { stdout: error.stdout, stderr: error.stderr }
  })
}

/** The result of a command, for programs. */
async function told(...args: readonly string[]) {
  const { stdout, stderr } = await enrich([...args, '--json'])
  expect(stdout, stderr).not.toBe('')
  return JSON.parse(stdout)
}

test('the installed command serves an account from its registration to its end', async () => {
  const wrong = await enrich(['balance'])
  expect(wrong.stderr).toMatch(/Run: enrich login/)
  const words = ['register', '--email', 'ada@example.com', '--password-stdin']
  const registered = await enrich(words, 'correct horse battery\n')
  expect(registered.stdout).toMatch(/^ada@example.com has an account .* with 20 free calls/)

  const { api_key: key, ...made } = await told(
    ...['keys', 'create', 'till 3', '--scope', 'enrich', '--scope', 'jobs'],
    ...['--cap-cents', '500', '--expires', '2999-01-31', '--address', '127.0.0.0/8'],
  )
  expect(made).toMatchObject({
    ...{ name: 'till 3', scopes: ['enrich', 'jobs'], monthly_cap_cents: 500 },
    ...{ expires_at: '2999-01-31T00:00:00.000Z', allowed_addresses: ['127.0.0.0/8'] },
  })
  const rolled = await enrich(['keys', 'roll', made.id])
  expect(rolled.stdout.trim()).toMatch(/^enr_/)
  expect(rolled.stdout.trim()).not.toBe(key)
  const [newest, ...others] = await told('keys', 'list')
  expect(newest).toMatchObject({ name: 'till 3', monthly_cap_cents: 500 })
  expect(others).toMatchObject([{ name: 'first key' }])
  await told('keys', 'delete', newest.id)
  expect(await told('keys', 'list')).toHaveLength(1)
  expect((await enrich(['keys', 'create', 'x', '--scope', 'all'])).stderr).toContain('none of')

  const line = 'SQ *JOES 0412 AUSTIN TX'
  const sent = ['feedback', 'send', line, '--merchant', "Joe's Coffee"]
  const correction = await told(...sent)
  expect(await told('feedback', 'list')).toMatchObject([{ id: correction.id }])
  expect(await told('enrich', line)).toMatchObject({ merchant: "Joe's Coffee" })
  await told('feedback', 'delete', correction.id)
  expect(await told('feedback', 'list')).toEqual([])
  expect((await enrich(['feedback', 'send', line])).stderr).toContain('Nothing is corrected')

  const [called] = await told('requests', 'list', '--type', 'transaction')
  expect(called).toMatchObject({ question: line, answer: "Joe's Coffee" })
  expect(await told('requests', 'show', called.id)).toMatchObject({ merchant: "Joe's Coffee" })

  const hook = await told(
    'webhooks',
    'create',
    'https://example.com/hook',
    '--event',
    'credits.low',
  )
  expect(hook).toMatchObject({ events: ['credits.low'], secret: expect.stringMatching(/^whsec_/) })
  const event = await told('webhooks', 'test', hook.id)
  const [delivery] = await told('webhooks', 'deliveries', hook.id)
  expect(delivery).toMatchObject({ id: event.id })
  expect(await told('webhooks', 'list')).toMatchObject([{ id: hook.id }])
  await told('webhooks', 'delete', hook.id)

  await told('ledger', 'export', '-o', 'ledger.ndjson')
  expect(await told('ledger', 'verify', 'ledger.ndjson')).toMatchObject({ valid: true })
  const csv = await enrich(['ledger', 'export', '--format', 'csv'])
  expect(csv.stdout.split('\n').length).toBeGreaterThan(2)

  expect(await told('logout')).toMatchObject({ logged_out: true, key_revoked: true })
  expect((await enrich(['balance'])).stderr).toContain('There is no key')
})

test('a shell completes commands, their commands and options', async () => {
  const { stdout: script } = await enrich(['completion', 'bash'])
  const words = async (...typed: readonly string[]) => {
    const line = typed.map((word) => `'${word}'`).join(' ')
    const asked = `${script}\nCOMP_WORDS=(${line}); COMP_CWORD=${typed.length - 1}; _enrich
      echo "\${COMPREPLY[*]}"`
    return (await run('bash', ['-c', asked], { env })).stdout.trim().split(' ')
  }
  expect(await words('enrich', 'web')).toEqual(['webhooks'])
  expect(await words('enrich', '--json', 'keys', 'r')).toEqual(['roll'])
  expect(await words('enrich', 'keys', 'create', 'till', '--cap')).toEqual(['--cap-cents'])
  for (const shell of ['zsh', 'fish']) {
    expect((await enrich(['completion', shell])).stdout).toContain('redeliver')
  }
})

test('programs import it: types are checked, calls answered, receipts hold', async () => {
  const program = `
    import { ApiError, openClient, verifyWebhook } from '@data-enrichment-service/client'
    const anybody = openClient({ server: process.env.ENRICH_URL ?? '' })
    const { data: account } = await anybody.register({ email: 'bob@example.com', password: 'correct horse battery' })
    const client = openClient({ server: process.env.ENRICH_URL ?? '', key: account.api_key })
    const answer = await client.enrichTransaction({ description: 'NETFLIX.COM', amount: -15.49 })
    await client.checkReceipt(answer)
    const job = await client.jobs.submit('description,amount\\nUBER *TRIP,-9\\nSTARBUCKS 1,-3\\n')
    const seen: number[] = []
    const { status } = await client.jobs.wait(job.id, { onProgress: (now) => seen.push(now.processed), everyMs: 50 })
    const merchants: unknown[] = []
    for await (const row of client.jobs.results(job.id, { rowsPerPage: 1 })) merchants.push(row.merchant)
    const refused = await client.getJob({ id: 'job_none' }).catch((error: unknown) => error)
    const code = refused instanceof ApiError ? refused.problem.code : null
    const merchant: string | null = answer.data.merchant
    console.log(JSON.stringify({ merchant, receipt: answer.receipt?.freeCallsUsed, status, merchants, code, seen: seen.at(-1), hook: typeof verifyWebhook }))
  `
  const wrong = `
    import { openClient } from '@data-enrichment-service/client'
    const client = openClient({ server: '' })
    // @ts-expect-error: a name that the endpoint does not have
    await client.enrichTransaction({ descripton: 'NETFLIX.COM' })
    // @ts-expect-error: a member that the answer does not have
    export const shop = (await client.getBalance()).data.shop
  `
  await writeFile(join(project, 'program.ts'), program)
  await writeFile(join(project, 'wrong.ts'), wrong)
  const modules = join(packageRoot, 'node_modules')
  const strict = '--noEmit --strict --exactOptionalPropertyTypes --target es2023 --module nodenext'
  const types = ['--types', 'node', '--typeRoots', join(modules, '@types')]
  const tsc = [join(modules, 'typescript', 'bin', 'tsc'), ...strict.split(' '), ...types]
  await run(process.execPath, [...tsc, 'program.ts', 'wrong.ts'], { cwd: project, env })
  const tsx = join(modules, 'tsx', 'dist', 'cli.mjs')
  const { stdout } = await run(process.execPath, [tsx, 'program.ts'], { cwd: project, env })
  expect(JSON.parse(stdout)).toEqual({
    ...{ merchant: 'Netflix', receipt: 1, status: 'succeeded', merchants: ['Uber', 'Starbucks'] },
    ...{ code: 'not_found', seen: 2, hook: 'function' },
  })
})

test('the package needs no other, and sends nobody to a stranger of its name', async () => {
  const home = join(project, 'node_modules', '@data-enrichment-service', 'client')
  const files = (await readdir(home, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  )
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
  )
  expect(texts.filter((text) => text.includes('npx enrich'))).toEqual([])
  const manifest = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'))
  expect(manifest).not.toHaveProperty('dependencies')
  expect(manifest.private).toBe(true)
})
