import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { until } from '../../until.ts'
import { projectRoot } from '../build.ts'
import { call, newAccount } from '../client.ts'
import { familyOf, isAlive } from '../processes.ts'
import type { RunningService } from '../service.ts'
import { cleanEnvironment } from '../service.ts'

/** A newcomer's way: npm start, and later a signal from a terminal or a supervisor. */
async function npmStart(stop: (npm: number) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'scenario-npm-'))
  const npm = spawn('npm', ['start'], {
    cwd: projectRoot,
    detached: true,
    env: { ...cleanEnvironment(), PORT: '0', DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    let output = ''
    npm.stdout.on('data', (chunk) => {
      output += String(chunk)
    })
    npm.stderr.on('data', (chunk) => {
      output += String(chunk)
    })
    const address = /"event":"ready","address":"([^"]+)"/
    const url = await until(
      'npm start is ready, or has ended',
      () => address.exec(output)?.[1] ?? (npm.exitCode === null ? null : 'ended'),
      30_000,
    )
    if (url === 'ended') throw new Error(`npm start ended and said: ${output}`)
    const service = { url } as RunningService // as: the client needs no more than the address.
    await newAccount(service, 100)
    expect((await call(service, 'GET /readyz')).status).toBe(200)
    const family = familyOf(npm.pid ?? 0)
    expect(family.length).toBeGreaterThan(3)
    stop(npm.pid ?? 0)
    await until('nothing is left of it', () => !family.some((pid) => isAlive(pid)), 10_000)
    expect(output).not.toMatch(/^\s+at .+:\d+/m)
  } finally {
    killGroup(npm.pid ?? 0)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Only what a failed test left behind; Postgres follows by itself when its service is gone. */
function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // Nothing was left, which is what is wanted.
  }
}

test('a SIGTERM to npm alone reaches the service', () => {
  return npmStart((npm) => process.kill(npm, 'SIGTERM'))
})

test('a SIGINT to npm alone reaches the service', () => {
  return npmStart((npm) => process.kill(npm, 'SIGINT'))
})

test('a SIGINT to the whole group, as a terminal sends it, stops it in order', () => {
  return npmStart((npm) => process.kill(-npm, 'SIGINT'))
})
