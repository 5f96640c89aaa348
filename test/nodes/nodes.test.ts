import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { packageRoot } from '../../src/config/paths.ts'
import { enrich, newAccount, spendFreeCalls } from '../scenarios/client.ts'
import { auditOf } from '../scenarios/ledger-auditor.ts'
import { cleanEnvironment, startService } from '../scenarios/service.ts'
import { installNode, laterVersions } from './node-versions.ts'

const unitsLimitMs = 300_000

/** CI, which has 25 minutes, tries the newest: what works on both ends works between them. */
const tried = process.env.CI === 'true' ? laterVersions.slice(-1) : laterVersions

describe.each(tried)('on Node %s', (major) => {
  let node = ''
  beforeAll(async () => {
    node = await installNode(major)
  }, 200_000)

  test('the service starts, charges a call, has a sound ledger and stops in order', async () => {
    const service = await startService({}, 'embedded', node)
    onTestFinished(() => service.close())
    const account = await newAccount(service, 100)
    await spendFreeCalls(service, account)
    const reply = await enrich(service, account.key)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('credits-charged')).not.toBe('0')
    const audit = await auditOf(service, account)
    expect(audit.balance).toBe(Number(reply.headers.get('credits-balance')))
    expect(await service.stop()).toMatchObject({ code: 0 })
  })

  test(
    'the units pass',
    async () => {
      const { code, report } = await runUnits(node)
      expect(failedIn(report)).toEqual([])
      expect(report.success).toBe(true)
      expect(report.numPassedTests).toBeGreaterThan(0)
      expect(code).toBe(0)
    },
    unitsLimitMs,
  )
})

interface Report {
  readonly numPassedTests: number
  readonly success: boolean
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** The tests that failed, with what they said. */
function failedIn({ testResults }: Report): readonly string[] {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => [fullName, ...failureMessages].join(': '))
}

async function runUnits(node: string): Promise<{ code: number | null; report: Report }> {
  const folder = await mkdtemp(join(tmpdir(), 'units-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'report.json')
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest')), 'vitest.mjs')
  const args = [vitest, 'run', '--project=units', `--outputFile.json=${file}`]
  const child = spawn(node, args, { cwd: packageRoot, env: ownEnvironment(), stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  // as: it is what vitest's reporter writes.
  return { code, report: JSON.parse(await readFile(file, 'utf8')) as Report }
}

/** The environment without the words of this run to its own processes: the other run is its own. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(cleanEnvironment())
  return Object.fromEntries(
    inherited.filter(([name]) => !/^(VITEST|TEST$|STACK_|SCENARIO_|NODE_)/.test(name)),
  )
}
