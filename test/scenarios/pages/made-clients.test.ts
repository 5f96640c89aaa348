import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import { packageRoot } from '../../../src/config/paths.ts'
import { call, newAccount } from '../client.ts'
import { useService } from '../shared-service.ts'

/** Tools of others read /openapi.json, and make clients of it that work. */
const run = promisify(execFile)
const service = useService()
// Beneath the packages, which what is made here imports.
const folder = join(packageRoot, 'dist/made-clients')
const description = join(folder, 'openapi.json')
const limitMs = 60_000
let key = ''

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(description, (await call(service(), 'GET /openapi.json')).text)
  key = (await newAccount(service(), 500)).key
})

test('Redocly finds nothing to warn of', async () => {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const args = ['lint', '--extends', 'recommended-strict', '--format', 'json', description]
  const { stdout } = await run(tool('redocly'), args, { env, timeout: limitMs })
  expect(JSON.parse(stdout).totals).toMatchObject({ errors: 0, warnings: 0, ignored: 0 })
})

test('openapi-typescript makes types of it that hold a program to the contract', async () => {
  writeFileSync(join(folder, 'api.ts'), await typesOf(description))
  writeFileSync(join(folder, 'program.ts'), typedProgram)
  const options = '--noEmit --strict --noUncheckedIndexedAccess --skipLibCheck false --types node'
  const modern = '--target es2022 --module nodenext --allowImportingTsExtensions --ignoreConfig'
  const args = [...`${options} ${modern}`.split(' '), join(folder, 'program.ts')]
  await run(tool('tsc'), args, { cwd: packageRoot, timeout: limitMs }).catch(({ stdout }) => {
    throw new Error(`the types do not fit: ${stdout}`)
  })
  const outfile = join(folder, 'program.mjs')
  await build({ entryPoints: [join(folder, 'program.ts')], outfile, format: 'esm' })
  const env = { ...process.env, URL: service().url, KEY: key }
  const { stdout } = await run(process.execPath, [outfile], { env, timeout: limitMs })
  expect(JSON.parse(stdout)).toEqual({ merchant: 'Netflix', refused: 'invalid_request', seq: 1 })
})

const typedProgram = `import type { components, operations } from './api.ts'

type Schemas = components['schemas']
type Call<Id extends keyof operations> = operations[Id]
type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type Asked<Id extends keyof operations> = JsonOf<NonNullable<Call<Id>['requestBody' & keyof Call<Id>]>>
type Answered<Id extends keyof operations> = JsonOf<Call<Id>['responses'][200 & keyof Call<Id>['responses']]>

const { URL: url = '', KEY: key = '' } = process.env

async function ask(method: string, path: string, body?: unknown): Promise<any> {
  const headers = { authorization: \`Bearer \${key}\`, 'content-type': 'application/json' }
  const text = body === undefined ? null : JSON.stringify(body)
  return (await fetch(url + path, { method, headers, body: text })).json()
}

const question: Asked<'enrichTransaction'> = { description: 'NETFLIX.COM', amount: -15.49 }
// @ts-expect-error a transaction has a description
const wrong: Asked<'enrichTransaction'> = { amount: -15.49 }

const answer: Answered<'enrichTransaction'> = await ask('POST', '/enrich', question)
const merchant: string | null = answer.merchant
// @ts-expect-error an answer has no such member
answer.marchant

const problem: Schemas['Problem'] = await ask('POST', '/enrich', wrong)
const refused: 'invalid_request' | 'not_found' | null =
  problem.code === 'invalid_request' || problem.code === 'not_found' ? problem.code : null

const { data: [first] }: Answered<'listLedgerEntries'> = await ask('GET', '/ledger?limit=1')
if (first?.type !== 'AccountOpened') throw new Error('an account is opened first')

const event: Schemas['JobFinishedEvent']['type'] = 'job.finished'
void event
console.log(JSON.stringify({ merchant, refused, seq: first.seq }))
`

/** It is written for the interface of TypeScript 5, which 7 has not; ts-morph brings an older one. */
async function typesOf(file: string): Promise<string> {
  const older = join(folder, 'typescript.mjs')
  writeFileSync(older, `import morph from '@ts-morph/common'; export default morph.ts`)
  const outfile = join(folder, 'generator.mjs')
  await build({
    stdin: { contents: generator, resolveDir: packageRoot },
    banner: {
      js: `import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)`,
    },
    ...{ outfile, bundle: true, platform: 'node', format: 'esm' },
    alias: { typescript: older },
    external: ['@ts-morph/common'],
  })
  const made = await import(pathToFileURL(outfile).href)
  return made.typesOf(pathToFileURL(file))
}

const generator = `import openapiTS, { astToString } from 'openapi-typescript'
export const typesOf = async (file) => astToString(await openapiTS(file))`

/** .ci/run puts it where it can; nothing else here needs Python's packages. */
const pythonPath = join(packageRoot, 'dist/python')
const python = { ...process.env, PYTHONPATH: [pythonPath, folder].join(delimiter) }

function hasGenerator(): boolean {
  const { status } = spawnSync('python3', ['-c', 'import openapi_python_client'], { env: python })
  return status === 0
}

test.skipIf(!hasGenerator())(
  'openapi-python-client makes a client of it that calls (needs pip install --target dist/python openapi-python-client)',
  async () => {
    const args = ['-m', 'openapi_python_client', 'generate', '--path', description, '--overwrite']
    const to = ['--meta', 'none', '--output-path', join(folder, 'made_client')]
    const made = await run('python3', [...args, ...to], { env: python, timeout: limitMs })
    // Bodies and answers that are files of some format: it makes clients of JSON alone.
    const left = `${made.stdout}${made.stderr}`.match(/^(WARNING|ERROR) .*$/gm) ?? []
    expect([...new Set(left)]).toEqual(filesAlone)
    const env = { ...python, URL: service().url, KEY: key }
    await run('python3', ['-m', 'compileall', '-q', join(folder, 'made_client')], { env: python })
    const { stdout } = await run('python3', ['-c', pythonProgram], { env, timeout: limitMs })
    expect(JSON.parse(stdout)).toEqual({ merchant: 'Netflix', refused: 'invalid_request', seq: 1 })
  },
)

const filesAlone = [
  'WARNING parsing GET /logo/{domain} within logos.',
  'WARNING parsing GET /ledger/export within ledger.',
  'WARNING parsing POST /jobs within jobs.',
]

const pythonProgram = `
import json, os
from made_client import AuthenticatedClient
from made_client.api.enrichment import enrich_transaction
from made_client.api.ledger import list_ledger_entries
from made_client.models import Transaction

client = AuthenticatedClient(base_url=os.environ["URL"], token=os.environ["KEY"])
answer = enrich_transaction.sync(client=client, body=Transaction("NETFLIX.COM", amount=-15.49))
problem = enrich_transaction.sync(client=client, body=Transaction(" "))
page = list_ledger_entries.sync(client=client, limit=1)
print(json.dumps({"merchant": answer.merchant, "refused": problem.code, "seq": page.data[0].seq}))
`

function tool(name: string): string {
  return join(packageRoot, 'node_modules/.bin', name)
}
