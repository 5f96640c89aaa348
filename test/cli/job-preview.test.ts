import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { narrowRow } from '../../src/cli/jobs/job-list.ts'
import { previewText } from '../../src/cli/jobs/job-preview.ts'
import { framed } from '../../src/cli/terminal.ts'
import { cleanEnvironment } from '../scenarios/service.ts'
import { until } from '../until.ts'
import { enrichProgram, runEnrich } from './enrich-program.ts'

/** The command beside a service that only writes down what it is asked. */
const preview = {
  format: 'csv',
  encoding: 'windows-1252',
  delimiter: ';',
  header_row: 5,
  columns: {
    description: ['Beguenstigter', 'Verwendungszweck'],
    amount: 'Betrag',
    debit: null,
    credit: null,
    date: 'Buchungstag',
    id: null,
  },
  rows: 1_204,
  bad_rows: 7,
  errors: Array.from({ length: 7 }, (_, index) => ({ row: index + 3, message: 'amount is "abc"' })),
  sample: Array.from({ length: 10 }, (_, index) => ({
    row: index + 1,
    description: `REWE SAGT DANKE \u001b[31m${'4711 '.repeat(20)}`,
    amount: index === 0 ? null : -1_234_567.89,
    date: '2026-02-01',
  })),
  price_cents: 1_177,
  free_calls: 20,
}
const job = {
  ...{ id: `job_${'x'.repeat(22)}`, type: 'transaction', status: 'succeeded', total: 1_000_000 },
  ...{ processed: 1_000_000, matched: 900_000, failed: 7, charged_cents: 1_000_000 },
  ...{ free_calls_used: 0, created_at: '2026-01-02T03:04:05.678Z' },
  ...{ rows_per_second: 15_000, estimated_finish_at: null },
} as const

let folder = ''
let url = ''
let asked: string[] = []
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  request.resume().on('end', () => {
    const isDry = request.url?.includes('dry_run=true')
    response.writeHead(isDry ? 200 : 202, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isDry ? preview : job))
  })
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enrich-preview-'))
  await writeFile(join(folder, 'bank.csv'), 'a;b\n')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // as: it listens on TCP.
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

const env = () => ({ HOME: folder, ENRICH_URL: url, ENRICH_API_KEY: 'ek_1' })

/** `script` gives the command a terminal, where it asks. */
async function submitOnTerminal(answer: string): Promise<{ shown: string; code: number | null }> {
  asked = []
  const command = `'${process.execPath}' '${enrichProgram}' jobs submit bank.csv`
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: folder,
    env: { ...cleanEnvironment(), ...env() },
  })
  let shown = ''
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk
  })
  await until('it asks', () => shown.includes('[y/N]'))
  child.stdin.write(`${answer}\r`)
  await until('it has ended', () => child.exitCode !== null)
  return { shown, code: child.exitCode }
}

test('a file is shown as it is read, before anything is spent', async () => {
  const no = await submitOnTerminal('')
  expect(no.code).toBe(1)
  expect(no.shown).toContain('Nothing was begun.')
  expect(asked).toEqual(['POST /jobs?dry_run=true'])
  for (const part of ['CSV, windows-1252, semicolons, header in line 5', '"Beguenstigter" and']) {
    expect(no.shown).toContain(part)
  }
  const yes = await submitOnTerminal('y')
  expect(yes.code).toBe(0)
  expect(yes.shown).toMatch(/Begin, for \$11\.77 and 20 free calls at most\?/)
  expect(asked).toEqual(['POST /jobs?dry_run=true', 'POST /jobs'])
})

test('--dry-run begins nothing, --yes asks nothing, and columns are named as often as given', async () => {
  asked = []
  const dry = await runEnrich(['jobs', 'submit', 'bank.csv', '--dry-run', '--json'], {
    cwd: folder,
    env: env(),
  })
  expect([dry.code, JSON.parse(dry.out), asked]).toEqual([0, preview, ['POST /jobs?dry_run=true']])
  asked = []
  const named = ['--description', 'Payee, full', '--description', 'Purpose', '--map', 'amount=Sum']
  const { code } = await runEnrich(['jobs', 'submit', 'bank.csv', '--yes', ...named], {
    cwd: folder,
    env: env(),
  })
  const query = 'amount=Sum&description=Payee%2C+full&description=Purpose'
  expect([code, asked]).toEqual([0, [`POST /jobs?${query}`]])
})

test('the preview fits 80 columns, and steers no terminal', () => {
  const text = previewText('bank.csv', preview)
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([])
  expect(text).not.toContain('\u001b')
  expect(text).toContain('1,204 rows, 7 of them bad')
  expect(text).toContain('  and 2 more')
})

test('the list of jobs fits 80 columns', () => {
  const statuses = ['queued', 'running', 'succeeded', 'cancelled', 'failed'] as const
  const rows = statuses.map((status) => narrowRow({ ...job, status, charged_cents: 2_000_000 }))
  expect(
    framed(rows)
      .split('\n')
      .filter((line) => line.length > 80),
  ).toEqual([])
})
