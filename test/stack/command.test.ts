import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '../../infra/stack/free-port.ts'
import { missingHere } from '../../infra/stack/requirements.ts'
import { packageRoot } from '../../src/config/paths.ts'
import { describeIfPresent, stackLimitMs } from '../contracts/servers.ts'
import { isAlive } from '../scenarios/processes.ts'
import { cleanEnvironment } from '../scenarios/service.ts'
import { until } from '../until.ts'

const command = ['--import', 'tsx', 'infra/stack/main.ts'] as const
const workers = ['enrich', 'bill', 'project', 'jobs'].flatMap((role) => [`${role}-1`, `${role}-2`])
const everybody = ['kafka', 'registry', 'redis', 'postgres', 'api-1', ...workers]

const usageLimitMs = 30_000
const restartLimitMs = 120_000
const stopLimitMs = 60_000
/** So that a wait ends with its own words before the test is ended without any. */
const spareMs = 60_000

function run(...args: string[]) {
  return spawnSync(process.execPath, [...command, ...args], {
    cwd: packageRoot,
    encoding: 'utf8',
    timeout: usageLimitMs,
  })
}

test('wrong usage starts nothing, and says what is wrong', () => {
  expect(run('--help')).toMatchObject({ status: 0, stderr: '' })
  const wrong = run('--port', 'many')
  expect(wrong).toMatchObject({ status: 2, stdout: '' })
  expect(wrong.stderr).toContain('whole number')
})

describeIfPresent('npm run stack -- --serve', await missingHere(), () => {
  let stack: ChildProcess
  let output = ''
  let url = ''
  /** The last line of a process or server; a later one replaces it. */
  const pidOf = (name: string) => {
    return Number([...output.matchAll(new RegExp(`^${name} pid=(\\d+)`, 'gm'))].at(-1)?.[1] ?? 0)
  }

  /** Fails with what the stack has said, which tells more than that it took too long. */
  async function wait(what: string, holds: () => boolean, limitMs: number): Promise<void> {
    await until(what, holds, limitMs).catch((error) => {
      throw new Error(`${error}\n${output}`)
    })
  }

  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    const args = [...command, '--serve', '--port', String(port)]
    stack = spawn(process.execPath, args, {
      cwd: packageRoot,
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [stack.stdout, stack.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8')
      })
    }
    const ready = () => {
      if (stack.exitCode !== null) throw new Error(output)
      return output.includes(`\nready ${url}\n`)
    }
    await wait('the stack is ready', ready, stackLimitMs)
  }, stackLimitMs + spareMs)

  afterAll(() => {
    // The watchdogs end what is left.
    if (stack.exitCode === null) stack.kill('SIGKILL')
  })

  test('names every server and process, and the environment, before it says ready', () => {
    const [before = ''] = output.split('\nready ')
    for (const name of everybody) {
      expect(before).toMatch(new RegExp(`^${name} pid=\\d+ 127\\.0\\.0\\.1:\\d+$`, 'm'))
    }
    for (const name of ['MODE', 'KAFKA_BROKERS', 'SCHEMA_REGISTRY_URL', 'REDIS_URL']) {
      expect(before).toMatch(new RegExp(`^export ${name}=\\S+$`, 'm'))
    }
  })

  test('a call is answered and charged', async () => {
    await expect(freeCallsUsed(url)).resolves.toBe('1')
  })

  test(
    'what dies is started again, and named again',
    async () => {
      for (const name of ['redis', 'enrich-1']) {
        const before = pidOf(name)
        process.kill(before, 'SIGKILL')
        await wait(`${name} is back`, () => pidOf(name) !== before, restartLimitMs)
      }
      await expect(freeCallsUsed(url)).resolves.toBe('1')
    },
    stackLimitMs,
  )

  test(
    'SIGTERM stops everything: no process is left, and no file',
    async () => {
      const pids = everybody.map(pidOf)
      const [, dir = ''] = /^Logs and data are in (\S+)/m.exec(output) ?? []
      expect(existsSync(dir)).toBe(true)
      stack.kill('SIGTERM')
      await wait('the stack has ended', () => stack.exitCode !== null, stopLimitMs)
      expect(stack.exitCode).toBe(0)
      expect(pids.filter(isAlive)).toEqual([])
      expect(existsSync(dir)).toBe(false)
    },
    stackLimitMs,
  )
})

/** The header of a new account's first call. */
async function freeCallsUsed(url: string): Promise<string | null> {
  const post = (path: string, body: object, key?: string) => {
    const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` }
    return fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'wait=30', ...authorization },
      body: JSON.stringify(body),
    })
  }
  const email = `ada+${Date.now()}@example.com`
  const registered = await post('/auth/register', { email, password: 'correct horse battery' })
  const { api_key: key } = z.object({ api_key: z.string() }).parse(await registered.json())
  const answer = await post('/enrich', { description: 'NETFLIX.COM', amount: -15.49 }, key)
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Netflix')])
  return answer.headers.get('free-calls-used')
}
