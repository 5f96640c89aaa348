import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openXlsx } from '../../src/statements/xlsx/open-xlsx.ts'
import { type Account, call, newAccount } from '../scenarios/client.ts'
import { type RunningService, startService } from '../scenarios/service.ts'
import { readAll } from '../statements/read-all.ts'
import { until } from '../until.ts'
import { enrichProgram, runEnrich, startEnrich } from './enrich-program.ts'

/** Jobs from the command line, against the real service. */
let service: RunningService
let folder = ''
let rich: Account
/** More rows than a page of a download, so that there is something to go on from. */
const manyRows = 6_000
let large = ''

beforeAll(async () => {
  service = await startService()
  folder = await mkdtemp(join(tmpdir(), 'enrich-jobs-'))
  rich = await newAccount(service, 100_000)
  const rows = Array.from(
    { length: manyRows },
    (_, n) => `NETFLIX.COM ${n},-${n % 90}.5,"a ""${n}"`,
  )
  await writeFile(join(folder, 'large.csv'), `description,amount,my note\n${rows.join('\n')}\n`)
  const submitted = await run(rich, 'jobs', 'submit', 'large.csv', '--yes', '--watch', '--json')
  if (submitted.code !== 0) throw new Error(submitted.err)
  large = JSON.parse(submitted.out).id
}, 120_000)
afterAll(async () => {
  await service?.close()
  await rm(folder, { recursive: true, force: true })
})

const surroundings = ({ key }: Account, url = service.url) => ({
  cwd: folder,
  env: { HOME: folder, ENRICH_URL: url, ENRICH_API_KEY: key },
})
const run = (account: Account, ...args: readonly string[]) => runEnrich(args, surroundings(account))

const bank =
  'Datum;Buchungstext;Betrag\r\n01.02.2026;NETFLIX.COM;-15,49\r\n02.02.2026;REWE;-3,10\r\n'

describe('submit and watch', () => {
  test('a file of a bank, with its own headers, to its results', async () => {
    const account = await newAccount(service)
    await writeFile(join(folder, 'bank.csv'), bank)
    const named = ['--description', 'Buchungstext', '--map', 'amount=Betrag', '--yes', '--watch']
    const { code, out } = await run(account, 'jobs', 'submit', 'bank.csv', ...named)
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^Job \S+ succeeded: 2 rows, 2 matched, 0 failed; \$0\.00 and 2 free calls charged\.\n$/,
      ),
    })
    const [job] = JSON.parse((await run(account, 'jobs', 'list', '--json')).out)
    const output = await run(account, 'jobs', 'results', job.id)
    const rows = output.out.trim().split('\n')
    expect(rows.map((row) => JSON.parse(row).merchant)).toEqual(['Netflix', 'REWE'])
    await run(account, 'jobs', 'results', job.id, '-o', 'bank.xlsx')
    const sheet = await readFile(join(folder, 'bank.xlsx'))
    const read = await readAll(openXlsx, sheet, { description: ['merchant'] })
    expect(read.rows.map(({ description }) => description)).toEqual(['Netflix', 'REWE'])
    expect((await run(account, 'jobs', 'show', job.id)).out).toMatch(/^status\tsucceeded$/m)
  })

  test('rows from the standard input', async () => {
    const account = await newAccount(service)
    const input = '{"domain":"stripe.com"}\n{"domain":"airbnb.com"}\n'
    const args = [
      'jobs',
      'submit',
      '-',
      '--format',
      'ndjson',
      '--type',
      'domain',
      '--yes',
      '--watch',
    ]
    const { code, out } = await runEnrich(args, { ...surroundings(account), input })
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('2 matched') })
  })

  test('who cannot pay for all of it learns that credits are missing, and nothing has happened', async () => {
    const account = await newAccount(service)
    const { code, err } = await run(account, 'jobs', 'submit', 'large.csv', '--yes')
    expect(code).toBe(1)
    expect(err).toMatch(/\$\d+\.\d\d are missing[\s\S]*npx enrich buy \d{3,}\n$/)
    expect((await run(account, 'jobs', 'list')).err).toBe('There is no job yet.\n')
  })

  test('a file that is none is told with its first lines; wrong usage before it is read', async () => {
    await writeFile(join(folder, 'none.ndjson'), 'no json\nneither\n')
    const refused = await run(rich, 'jobs', 'submit', 'none.ndjson', '--yes')
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('1') })
    const missing = await run(rich, 'jobs', 'submit', 'missing.csv', '--yes')
    expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('no such file') })
    const wrong = [
      ['submit', 'large.csv'],
      ['submit', '-'],
      ['submit', 'large.csv', '--yes', '--dry-run'],
      ['submit', 'large.csv', '--yes', '--map', 'Buchungstext'],
      ['submit', 'large.csv', '--yes', '--type', 'person,company'],
      ['results', large, '-o', 'file.pdf'],
    ]
    for (const args of wrong) expect((await run(rich, 'jobs', ...args)).code).toBe(2)
  })

  test('watching goes on when the service is started anew', async () => {
    const submitted = await run(rich, 'jobs', 'submit', 'large.csv', '--yes', '--json')
    const { id } = JSON.parse(submitted.out)
    const watching = startEnrich(['jobs', 'watch', id], surroundings(rich))
    await until('it watches', () => watching.said().includes(id))
    await service.kill9All()
    await service.restart()
    const { code, out } = await watching.ended
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining(`succeeded: ${manyRows.toLocaleString('en')} rows`),
    })
  }, 120_000)

  test('a job that is cancelled is a failure of whoever watches it', async () => {
    const submitted = await run(rich, 'jobs', 'submit', 'large.csv', '--yes', '--json')
    const { id } = JSON.parse(submitted.out)
    const cancelled = await run(rich, 'jobs', 'cancel', id)
    if (cancelled.code !== 0) expect(cancelled.err).toContain('has ended already (succeeded)')
    const { code, out, err } = await run(rich, 'jobs', 'watch', id)
    if (out.includes('succeeded')) expect(code).toBe(0)
    else
      expect({ code, err }).toMatchObject({
        code: 1,
        err: expect.stringMatching(/ cancelled\.\n$/),
      })
    const again = await run(rich, 'jobs', 'cancel', id)
    expect([again.code, again.out]).toEqual([1, ''])
    expect(again.err).toMatch(/^Job \S+ has ended already \((cancelled|succeeded)\): /)
  })

  test('whoever stops watching is told that the job goes on, and how to cancel it', async () => {
    const submitted = await run(rich, 'jobs', 'submit', 'large.csv', '--yes', '--json')
    const { id } = JSON.parse(submitted.out)
    const watching = startEnrich(['jobs', 'watch', id], surroundings(rich))
    await until('it watches', () => watching.said().includes(id))
    process.kill(watching.pid, 'SIGINT')
    const { code, err } = await watching.ended
    if (code !== 0) {
      expect(code).toBe(130)
      expect(err).toContain(`Job ${id} goes on. Cancel it: npx enrich jobs cancel ${id}\n`)
    }
    const end = await run(rich, 'jobs', 'watch', id, '--json')
    expect(JSON.parse(end.out)).toMatchObject({ status: 'succeeded', processed: manyRows })
  })
})

describe('results', () => {
  const whole = async (format: string) => {
    const where = `GET /jobs/${large}/results?format=${format}`
    const reply = await call(service, where, { key: rich.key, limitMs: 60_000 })
    expect(reply.status).toBe(200)
    return reply.text
  }
  /** The mark of a CSV's encoding is not part of its text. */
  const read = async (file: string) =>
    (await readFile(join(folder, file), 'utf8')).replace(/^\uFEFF/, '')

  test.each(['ndjson', 'csv', 'json'])(
    '%s in pages is the whole, byte for byte',
    async (format) => {
      const { code, out } = await run(rich, 'jobs', 'results', large, '-o', `all.${format}`)
      expect({ code, out }).toEqual({ code: 0, out: `6,000 rows: all.${format}\n` })
      expect((await read(`all.${format}`)) === (await whole(format))).toBe(true)
      expect(existsSync(join(folder, `all.${format}.part`))).toBe(false)
    },
  )

  test('they go to the standard output, until nobody reads on', async () => {
    const { code, out } = await run(rich, 'jobs', 'results', large)
    expect([code, out === (await whole('ndjson'))]).toEqual([0, true])
    const { key } = rich
    const line = `"${process.execPath}" "${enrichProgram}" jobs results ${large} | head -n 1; echo "\${PIPESTATUS[0]}"`
    const env = { ...process.env, HOME: folder, ENRICH_URL: service.url, ENRICH_API_KEY: key }
    const head = await promisify(execFile)('bash', ['-c', line], { env })
    expect(head.stdout).toBe(`${out.slice(0, out.indexOf('\n') + 1)}0\n`)
    expect(head.stderr).toBe('')
  })

  test('a download that broke off goes on where it was', async () => {
    const asked: string[] = []
    const breaking = await listen(async (path) => {
      asked.push(path)
      return path.includes('after=5000') ? null : fetchFrom(path)
    })
    const args = ['jobs', 'results', large, '-o', 'broken.csv']
    const broken = await runEnrich(args, surroundings(rich, breaking))
    expect(broken.code).toBe(1)
    expect(existsSync(join(folder, 'broken.csv'))).toBe(false)
    const { code, err } = await run(rich, ...args)
    expect({ code, err }).toEqual({ code: 0, err: 'Goes on after row 5,000.\n' })
    expect((await read('broken.csv')) === (await whole('csv'))).toBe(true)
    expect(asked.filter((path) => path.includes('after=0'))).toHaveLength(1)
  })

  const fetchFrom = (path: string) =>
    fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${rich.key}` } })
})

/** A server that answers with what `answer` gives, or breaks the connection. */
async function listen(answer: (path: string) => Promise<Response | null>): Promise<string> {
  const server = createServer(async (request, response) => {
    const given = await answer(request.url ?? '/')
    if (given === null) return response.destroy()
    const type = given.headers.get('content-type') ?? ''
    response.writeHead(given.status, { 'content-type': type })
    response.end(Buffer.from(await given.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // as: it listens on TCP.
  return `http://127.0.0.1:${port}`
}

test('what was not recognised is listed, the most frequent first', async () => {
  const account = await newAccount(service)
  const lines = ['Qwyx Vrolm', 'Qwyx Vrolm', 'Zhlub Prot', 'NETFLIX.COM']
  await writeFile(join(folder, 'strange.csv'), `description\n${lines.join('\n')}\n`)
  const submitted = await run(
    account,
    'jobs',
    'submit',
    'strange.csv',
    '--yes',
    '--watch',
    '--json',
  )
  const { id } = JSON.parse(submitted.out)
  const { code, out } = await run(account, 'jobs', 'unmatched', id, '--json')
  expect({ code, found: JSON.parse(out) }).toEqual({
    code: 0,
    found: [
      { line: 'Qwyx Vrolm', count: 2 },
      { line: 'Zhlub Prot', count: 1 },
    ],
  })
  const most = await run(account, 'jobs', 'unmatched', id, '--limit', '1', '--json')
  expect(JSON.parse(most.out)).toEqual([{ line: 'Qwyx Vrolm', count: 2 }])
})
