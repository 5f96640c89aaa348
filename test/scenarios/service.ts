import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle, projectRoot } from './build.ts'
import { familyOf, isAlive, processes } from './processes.ts'
import { until } from './until.ts'

/** The real service in a process of its own, on a free port and a data directory of its own. */
export interface RunningService {
  readonly url: string
  readonly dataDir: string
  pid(): number
  output(): string
  /** The Postgres server and everything below it. */
  postgresPids(): number[]
  /** Ends in the orderly way; gives the exit code and how long that took. */
  stop(signal?: NodeJS.Signals): Promise<{ readonly code: number | null; readonly tookMs: number }>
  /** SIGKILL of the service alone; Postgres is left behind. */
  kill9(): Promise<void>
  kill9Postgres(): void
  /** SIGKILL of everything at once: the service, Postgres, and whatever they started. */
  kill9All(): Promise<void>
  /** Starts again on the same data and the same port, stopping first if it still runs. */
  restart(env?: Environment): Promise<void>
  close(): Promise<void>
}

export type Environment = Readonly<Record<string, string>>

const readyMs = 30_000
const exitMs = 15_000

export async function startService(env: Environment = {}): Promise<RunningService> {
  const given = env.DATA_DIR
  const folder = given ? null : await mkdtemp(join(tmpdir(), 'scenario-'))
  const dataDir = given ?? join(folder ?? '', 'data')
  // The ready line tells the public address; where that is another, the port must be known before.
  const port = env.BASE_URL === undefined ? '0' : await freePort()
  let child = launch({ PORT: port, ...env, DATA_DIR: dataDir })
  const address = await ready(child)
  const url = port === '0' ? address : `http://127.0.0.1:${port}`

  async function stop(signal: NodeJS.Signals = 'SIGTERM') {
    const began = performance.now()
    child.process.kill(signal)
    const code = await exited(child)
    return { code, tookMs: performance.now() - began }
  }
  async function kill9() {
    child.process.kill('SIGKILL')
    await exited(child)
  }
  async function kill9All() {
    const everything = new Set([...familyOf(child.process.pid ?? 0), ...postgresPids(dataDir)])
    for (const pid of everything) kill(pid)
    await exited(child)
  }
  async function restart(more: Environment = {}) {
    if (isRunning(child)) await stop()
    const { port: same } = new URL(url)
    child = launch({ ...env, ...more, DATA_DIR: dataDir, PORT: same })
    await ready(child)
  }
  async function close() {
    if (isRunning(child)) await stop().catch(() => kill9())
    for (const pid of postgresPids(dataDir)) kill(pid)
    await until('Postgres is gone', () => postgresPids(dataDir).length === 0)
    if (folder) await rm(folder, { recursive: true, force: true })
  }
  return {
    url,
    dataDir,
    pid: () => child.process.pid ?? 0,
    output: () => child.output(),
    postgresPids: () => postgresPids(dataDir),
    stop,
    kill9,
    kill9All,
    kill9Postgres: () => kill(postmasterPid(dataDir) ?? 0),
    restart,
    close,
  }
}

/** For starts that must fail: what it said and how it ended. */
export async function failedStart(env: Environment) {
  const child = launch(env)
  try {
    const code = await exited(child)
    return { code, said: child.output(), left: childrenOf(child.process.pid ?? 0) }
  } finally {
    child.process.kill('SIGKILL')
  }
}

interface Child {
  readonly process: ChildProcess
  readonly output: () => string
}

/** Vitest sets variables of the same names (MODE, BASE_URL) for itself; they must not leak in. */
const ownVariables =
  /^(HOST|PORT|BASE_URL|DATA_DIR|MODE|DATABASE_URL|ROLES|STRIPE_.*|WEBHOOK_.*|NODE_ENV)$/

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // as: it listens on TCP.
  server.close()
  return String(port)
}

export function cleanEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !ownVariables.test(name))
  return Object.fromEntries(inherited)
}

function launch(env: Environment): Child {
  const started = spawn(process.execPath, [bundle()], {
    cwd: projectRoot,
    env: {
      ...cleanEnvironment(),
      PORT: '0',
      REGISTRATIONS_PER_HOUR: '1000000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString('utf8')
  }
  started.stdout.on('data', collect)
  started.stderr.on('data', collect)
  return { process: started, output: () => output }
}

async function ready(child: Child): Promise<string> {
  try {
    return await until('the service is ready', () => addressIn(child), readyMs)
  } catch (error) {
    child.process.kill('SIGKILL')
    throw new Error(`The service did not start: ${child.output()}`, { cause: error })
  }
}

function addressIn(child: Child): string | null {
  if (!isRunning(child)) throw new Error('it ended')
  for (const line of child.output().split('\n')) {
    if (!line.includes('"event":"ready"')) continue
    return String(JSON.parse(line).address)
  }
  return null
}

function isRunning(child: Child): boolean {
  return child.process.exitCode === null && child.process.signalCode === null
}

async function exited(child: Child): Promise<number | null> {
  await until('the service has ended', () => !isRunning(child), exitMs)
  return child.process.exitCode
}

function postmasterPid(dataDir: string): number | null {
  if (!existsSync(dataDir)) return null
  const files = readdirSync(dataDir).map((name) => join(dataDir, name, 'postmaster.pid'))
  const file = files.find((path) => existsSync(path))
  if (!file) return null
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  return Number.isInteger(pid) && pid > 1 && isAlive(pid) ? pid : null
}

function postgresPids(dataDir: string): number[] {
  const server = postmasterPid(dataDir)
  return server === null ? [] : [server, ...childrenOf(server)]
}

export function childrenOf(pid: number): number[] {
  return processes()
    .filter((each) => each.parent === pid)
    .map((each) => each.pid)
}

function kill(pid: number): void {
  if (pid <= 1) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Already gone, which is what was wanted.
  }
}
