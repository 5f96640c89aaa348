import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '../../src/db/pool.ts'
import { until } from '../until.ts'
import { bundle, projectRoot, startFlags } from './build.ts'
import { openDistributedPlace, type ScenarioMode, scenarioMode } from './distributed-place.ts'
import { familyOf, isAlive, processes } from './processes.ts'

/**
 * The real service on a free port, with data of its own: one process on a directory, or an API and
 * a worker process on the shared servers of the distributed mode.
 */
export interface RunningService {
  readonly url: string
  readonly dataDir: string
  /** Where it keeps what it keeps, for the operator's commands. */
  readonly places: Environment
  readonly database: Connection
  pid(): number
  output(): string
  /** The Postgres server and everything below it. */
  postgresPids(): number[]
  /** Ends in the orderly way; gives the exit code and how long that took. */
  stop(signal?: NodeJS.Signals): Promise<{ readonly code: number | null; readonly tookMs: number }>
  /** SIGKILL of the service's processes; Postgres is left behind. */
  kill9(): Promise<void>
  kill9Postgres(): void
  /**
   * SIGKILL of everything at once: the service, Postgres, and whatever they started. Servers that
   * others share are left alone; test/faults/ kills those.
   */
  kill9All(): Promise<void>
  /** Starts again on the same data and the same port, stopping first if it still runs. */
  restart(env?: Environment): Promise<void>
  close(): Promise<void>
}

export type Environment = Readonly<Record<string, string>>

const readyMs = 60_000
const exitMs = 15_000

export async function startService(
  env: Environment = {},
  mode: ScenarioMode = scenarioMode,
  node: string = process.execPath,
): Promise<RunningService> {
  const place = await openPlace(env, mode)
  let given = env
  // The ready line tells the public address; where that is another, the port must be known before.
  const known = env.BASE_URL !== undefined || place.modes.length > 1
  let port = known ? await freePort() : '0'
  let children = launchAll({ PORT: port, ...env })
  const address = await ready(children)
  const url = port === '0' ? address : `http://127.0.0.1:${port}`
  port = new URL(url).port

  /** The first one is the API. */
  function launchAll(more: Environment): readonly [Child, ...Child[]] {
    const [api = {}, ...workers] = place.modes
    const baseUrl = workers.length > 0 ? { BASE_URL: `http://127.0.0.1:${more.PORT}` } : {}
    const launched = (mode: Environment) => launch({ ...baseUrl, ...more, ...mode }, node)
    return [launched(api), ...workers.map((mode) => launched({ ...mode, PORT: '0' }))]
  }
  async function stop(signal: NodeJS.Signals = 'SIGTERM') {
    const began = performance.now()
    for (const child of children) child.process.kill(signal)
    const codes = await Promise.all(children.map(exited))
    const code = codes.find((each) => each !== 0) ?? 0
    return { code, tookMs: performance.now() - began }
  }
  async function kill9() {
    for (const child of children) child.process.kill('SIGKILL')
    await Promise.all(children.map(exited))
  }
  async function kill9All() {
    const families = children.flatMap((child) => familyOf(child.process.pid ?? 0))
    for (const pid of new Set([...families, ...postgresPids(place.dataDir)])) kill(pid)
    await Promise.all(children.map(exited))
  }
  async function restart(more: Environment = {}) {
    if (children.some(isRunning)) await stop()
    given = { ...given, ...more }
    children = launchAll({ ...given, PORT: port })
    await ready(children)
  }
  async function close() {
    if (children.some(isRunning)) await stop().catch(() => kill9())
    for (const pid of postgresPids(place.dataDir)) kill(pid)
    await until('Postgres is gone', () => postgresPids(place.dataDir).length === 0)
    await place.close()
  }
  return {
    url,
    dataDir: place.dataDir,
    places: place.modes[0] ?? {},
    database: place.database,
    pid: () => children[0].process.pid ?? 0,
    output: () => children.map((child) => child.output()).join(''),
    postgresPids: () => postgresPids(place.dataDir),
    stop,
    kill9,
    kill9All,
    kill9Postgres: () => kill(postmasterPid(place.dataDir) ?? 0),
    restart,
    close,
  }
}

/** Where a service keeps what it keeps, and the processes that it consists of, the API first. */
export interface Place {
  readonly dataDir: string
  readonly modes: readonly Environment[]
  readonly database: Connection
  close(): Promise<void>
}

async function openPlace(env: Environment, mode: ScenarioMode): Promise<Place> {
  if (mode === 'distributed') return openDistributedPlace()
  const given = env.DATA_DIR
  const folder = given ? null : await mkdtemp(join(tmpdir(), 'scenario-'))
  const dataDir = given ?? join(folder ?? '', 'data')
  const close = async () => {
    if (folder) await rm(folder, { recursive: true, force: true })
  }
  const socket = join(dataDir, 'postgres')
  const database = { host: socket, port: 5432, user: 'enrich', database: 'enrich' }
  return { dataDir, modes: [{ DATA_DIR: dataDir }], database, close }
}

/** A further API process of the distributed mode, on the same servers and data. */
export async function startApiBeside(
  { url, places }: Pick<RunningService, 'url' | 'places'>,
  env: Environment = {},
) {
  const port = await freePort()
  const own = { PORT: port, BASE_URL: url, INSTANCE_NAME: `${places.INSTANCE_NAME}-${port}` }
  const child = launch({ ...env, ...places, ...own })
  await ready([child])
  const close = async () => {
    child.process.kill('SIGTERM')
    await exited(child)
  }
  return { url: `http://127.0.0.1:${port}`, close }
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
  /^(HOST|PORT|BASE_URL|DATA_DIR|MODE|DATABASE_URL|ROLES|KAFKA_.*|SCHEMA_REGISTRY_URL|REDIS_URL|STRIPE_.*|PAYMENTS|METRICS_TOKEN|WEBHOOK_.*|SMTP_URL|MAIL_FROM|NODE_ENV|LIVE_.*|WIKIDATA_URL)$/

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // as: it listens on TCP.
  server.close()
  return String(port)
}

/** No test asks the internet; those of live look-ups turn them on, towards this machine. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !ownVariables.test(name))
  return { ...Object.fromEntries(inherited), LIVE_LOOKUPS: 'off' }
}

function launch(env: Environment, node: string = process.execPath): Child {
  const started = spawn(node, [...startFlags(), bundle()], {
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

/** All are ready; the address is that of the first. */
async function ready(children: readonly Child[]): Promise<string> {
  try {
    const addresses = children.map((child) =>
      until('the service is ready', () => addressIn(child), readyMs),
    )
    return (await Promise.all(addresses))[0] ?? ''
  } catch (error) {
    for (const child of children) child.process.kill('SIGKILL')
    const said = children.map((child) => child.output()).join('\n')
    throw new Error(`The service did not start: ${said}`, { cause: error })
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

function childrenOf(pid: number): number[] {
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
