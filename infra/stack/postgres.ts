import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { clusterName } from '../../src/db/embedded/embedded-postgres.ts'
import { locatePostgres } from '../../src/db/embedded/postgres-binaries.ts'
import {
  adoptCluster,
  createCluster,
  isInitialised,
  superuser,
} from '../../src/db/embedded/postgres-cluster.ts'
import { stopOrphans } from '../../src/db/embedded/postgres-orphans.ts'
import { serverSettings } from '../../src/db/embedded/postgres-settings.ts'
import { clearLeftovers } from '../../src/db/embedded/postgres-socket.ts'
import {
  chooseOwner,
  type ServerUser,
  serverEnvironment,
} from '../../src/db/embedded/postgres-user.ts'
import { openPostgresLog } from '../../src/db/embedded/server-log.ts'
import { freePort } from './free-port.ts'
import { openServer, type ServerOptions, type StackServer } from './server.ts'
import { StackError } from './stack-error.ts'

const startLimitMs = 60_000
const askLimitMs = 5_000
const setUpLimitMs = 30_000
/** That of the service, and that of the registry. */
const databases = ['enrich', 'registry'] as const

export interface PostgresOptions extends ServerOptions {
  /** Beside those of the embedded Postgres, or instead of them. */
  readonly settings?: Readonly<Record<string, string | number>>
}

export interface PostgresServer extends StackServer {
  readonly user: string
  readonly password: string
}

/**
 * The Postgres that the service brings with it, but on a port and with a password: the processes
 * of the distributed mode and the registry share it.
 */
export async function openStackPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  let password = ''
  const server = await openServer('postgres', options, async (dir) => {
    const cluster = await openCluster(dir)
    password = cluster.password
    const port = options.port ?? (await freePort())
    const address = `127.0.0.1:${port}`
    const url = `postgresql://${superuser}:${password}@${address}/${databases[0]}`
    const name = await clusterName(cluster.directory)
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      // A pool for every process of the service, and one for the registry.
      max_connections: 300,
      ...options.settings,
    }
    const embedded = serverSettings({ socketDirectory: cluster.directory, clusterName: name })
    const ours = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
    return {
      name: 'postgres',
      address,
      url,
      startLimitMs,
      program: {
        command: [...cluster.user.prefix, cluster.program, '-D', cluster.directory].concat(
          embedded,
          ours,
        ),
        credentials: cluster.user.credentials,
        environment: serverEnvironment,
        stopSignal: 'SIGINT',
      },
      ask: () => selectOne(url),
      async prepare() {
        await stopOrphans(name, 0)
        await clearLeftovers(cluster.directory)
      },
      // One forgotten backend would keep the next server from starting.
      clear: async () => void (await stopOrphans(name, 0)),
    }
  })
  return Object.assign(server, { user: superuser, password })
}

interface Cluster {
  readonly directory: string
  readonly program: string
  readonly user: ServerUser
  readonly password: string
}

async function openCluster(dir: string): Promise<Cluster> {
  const log = await openPostgresLog(path.join(dir, 'postgres.log'))
  const passwordFile = path.join(dir, 'postgres.password')
  try {
    const binaries = await locatePostgres()
    const directory = path.join(dir, 'postgres')
    const owner = await chooseOwner(directory)
    const needs = { directory, socketDirectory: directory, binaries, owner, log }
    if (await isInitialised(directory, binaries.major)) {
      const user = await adoptCluster(needs)
      const password = await readFile(passwordFile, 'utf8')
      return { directory, program: binaries.postgres, user, password }
    }
    const password = randomBytes(18).toString('base64url')
    await writeFile(passwordFile, password, { mode: 0o600 })
    const user = await createCluster(needs)
    const cluster = { directory, program: binaries.postgres, user, password }
    await setUp(cluster)
    return cluster
  } finally {
    await log.close()
  }
}

/**
 * By the server's own single-user mode, in which nobody can connect: there is no moment in which
 * the port is open and the password not yet set.
 */
async function setUp({ directory, program, user, password }: Cluster): Promise<void> {
  const [command = '', ...args] = [...user.prefix, program, '--single', '-D', directory, 'postgres']
  const statements = [
    `alter role ${superuser} password '${password}'`,
    ...databases.map((database) => `create database ${database}`),
  ]
  await allow(directory)
  await new Promise<void>((resolve, reject) => {
    const options = { ...user.credentials, cwd: '/', env: serverEnvironment, timeout: setUpLimitMs }
    const child = execFile(command, args, options, (error, _, said) => {
      const fault = /(?:ERROR|FATAL|PANIC): .*/.exec(said)?.[0] ?? error?.message
      if (fault === undefined) resolve()
      else reject(new StackError(`The Postgres of the stack could not be set up: ${fault}`, error))
    })
    child.stdin?.on('error', () => {})
    child.stdin?.end(`${statements.join('\n')}\n`)
  })
}

/** The embedded Postgres knows only its socket; this one only its port. */
async function allow(directory: string): Promise<void> {
  const rule = 'host all all 127.0.0.1/32 scram-sha-256\n'
  await writeFile(path.join(directory, 'pg_hba.conf'), rule)
}

async function selectOne(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: askLimitMs })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    await client.end().catch(() => {})
  }
}
