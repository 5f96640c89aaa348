import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { openEmbeddedPostgres } from '../../../src/db/embedded/embedded-postgres.ts'
import type {
  EmbeddedConnection,
  EmbeddedPostgres,
} from '../../../src/db/embedded/postgres-server.ts'
import { until } from '../../until.ts'

export const isRoot = process.getuid?.() === 0
export const nobody = 65534

/** Passable for others unless told otherwise, so that Postgres can run as an ordinary user. */
export async function temporaryDirectory(mode = 0o755): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'enrich-test-'))
  await chmod(directory, mode)
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }))
  return directory
}

export async function open(dataDir: string, packageRoot?: string): Promise<EmbeddedPostgres> {
  const options = { dataDir, log: () => {} }
  const database = await openEmbeddedPostgres(
    packageRoot === undefined ? options : { ...options, packageRoot },
  )
  onTestFinished(() => database.close())
  return database
}

export async function query(
  connection: EmbeddedConnection,
  text: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

export async function clusterName(connection: EmbeddedConnection): Promise<string> {
  const [row] = await query(connection, 'show cluster_name')
  return String(row?.cluster_name)
}

export interface RunningProcess {
  readonly pid: number
  readonly command: string
}

/** The postmaster, its children and its watchdog, all of which name the cluster. */
export function processesOf(cluster: string): readonly RunningProcess[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid, command = ''] = /^\s*(\d+) (.*)$/.exec(line) ?? []
    return command.includes(cluster) ? [{ pid: Number(pid), command }] : []
  })
}

export function postmasterOf(cluster: string): number {
  const found = processesOf(cluster).find(({ command }) => /^\S*\/postgres -D/.test(command))
  if (found === undefined) throw new Error('no postmaster runs')
  return found.pid
}

export function watchdogsOf(cluster: string): readonly number[] {
  return processesOf(cluster)
    .filter(({ command }) => command.startsWith('sh -c'))
    .map(({ pid }) => pid)
}

export interface Service {
  readonly process: ChildProcess
  /** The first message that has `key`; rejects when the service ends without one. */
  said(key: string): Promise<Record<string, unknown>>
  readonly ended: Promise<void>
}

export function startService(
  dataDir: string,
  options: { readonly uid?: number; readonly only?: 'claim' } = {},
): Service {
  const program = fileURLToPath(new URL('embedded-service.ts', import.meta.url))
  const args = ['--import', 'tsx', program, dataDir, options.only ?? '']
  const child = spawn(process.execPath, args, {
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env: { PATH: '/usr/bin:/bin', TMPDIR: tmpdir() },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const messages: Record<string, unknown>[] = []
  createInterface({ input: child.stdout }).on('line', (line) => messages.push(JSON.parse(line)))
  let over = false
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  void ended.then(() => {
    over = true
  })
  return {
    process: child,
    ended,
    async said(key) {
      const find = () => messages.find((message) => key in message)
      await until(() => over || find() !== undefined, 20_000)
      const found = find()
      if (found === undefined) throw new Error(`ended after ${JSON.stringify(messages)}`)
      return found
    },
  }
}
