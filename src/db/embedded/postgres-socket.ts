import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseStartError } from './postgres-start-error.ts'
import type { Owner } from './postgres-user.ts'

export const socketPort = 5432

const socketName = `.s.PGSQL.${socketPort}`
const temporaryPrefix = 'enrich-postgres-'
// The longest path that fits into `sockaddr_un` before its closing zero byte.
const longestPathBytes = process.platform === 'darwin' ? 103 : 107
const connectTimeoutMs = 1_000

/**
 * Beside the files, which nobody else can enter; or, where that path is too long, in a short one.
 */
export async function chooseSocketDirectory(cluster: string, owner: Owner | null): Promise<string> {
  if (fits(cluster)) return cluster
  const candidates = [tmpdir(), '/tmp'].map((parent) => path.join(parent, temporaryPrefix))
  const prefix = candidates.find((candidate) => fits(`${candidate}XXXXXX`))
  if (prefix === undefined) throw new Error(`no directory is short enough for a socket`)
  const directory = await mkdtemp(prefix)
  if (owner !== null) await chown(directory, owner.uid, owner.gid)
  return directory
}

export async function removeSocketDirectory(directory: string): Promise<void> {
  if (!path.basename(directory).startsWith(temporaryPrefix)) return
  await rm(directory, { recursive: true, force: true })
}

/**
 * Leftovers of a killed server: lock files, whose pids may be anybody's by now, and
 * with a long path its socket's directory. The caller has stopped the server itself; if somebody
 * answers nevertheless, it was started by hand, or runs in another container on the same volume.
 */
export async function clearLeftovers(cluster: string): Promise<void> {
  const lockFile = path.join(cluster, 'postmaster.pid')
  const lock = await readFile(lockFile, 'utf8').catch(() => null)
  if (lock === null) return
  const [pid, , , port, socketDirectory = ''] = lock.split('\n')
  const socket = path.join(socketDirectory, `.s.PGSQL.${port}`)
  if (socketDirectory !== '' && (await answers(socket))) {
    throw new DatabaseStartError(
      'data_directory_in_use',
      `Another Postgres, process ${pid} there, serves the database in ${cluster}.`,
    )
  }
  await removeSocketDirectory(socketDirectory)
  await rm(path.join(cluster, socketName), { force: true })
  await rm(path.join(cluster, `${socketName}.lock`), { force: true })
  await rm(lockFile, { force: true })
}

function fits(directory: string): boolean {
  return Buffer.byteLength(path.join(directory, socketName)) <= longestPathBytes
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect({ path: socket, timeout: connectTimeoutMs })
    const settle = (answered: boolean) => {
      connection.destroy()
      resolve(answered)
    }
    connection.on('connect', () => settle(true))
    connection.on('error', () => settle(false))
    connection.on('timeout', () => settle(true))
  })
}
