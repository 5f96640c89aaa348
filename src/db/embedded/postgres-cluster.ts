import { chmod, chown, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { DatabaseStartError, errorCodeOf } from './postgres-start-error.ts'
import { chooseServerUser, giveTo, type Owner, type ServerUser } from './postgres-user.ts'
import { startWatched } from './postgres-watchdog.ts'
import type { PostgresLog } from './server-log.ts'

export const superuser = 'enrich'

const initTimeoutMs = 120_000
const unfinishedPrefix = 'postgres.unfinished-'

export interface ClusterNeeds {
  readonly directory: string
  readonly socketDirectory: string
  readonly binaries: PostgresBinaries
  readonly owner: Owner | null
  readonly log: PostgresLog
  readonly meanwhile?: () => void
}

/** Refuses what another version made, or what is no database at all, without touching it. */
export async function isInitialised(directory: string, major: string): Promise<boolean> {
  const found = await readIfPresent(path.join(directory, 'PG_VERSION'))
  if (found?.trim() === major) return true
  if (found !== null) {
    throw new DatabaseStartError(
      'data_directory_other_version',
      `The database in ${directory} was made by Postgres ${found.trim()} and this service brings ` +
        `Postgres ${major}; the directory was left untouched.`,
    )
  }
  const entries = await readdir(directory).catch(() => [])
  if (entries.length === 0) return false
  throw new DatabaseStartError(
    'data_directory_unusable',
    `The directory ${directory} is neither empty nor a database; it was left untouched.`,
  )
}

/** Says as whom the server must run on the files that are there. */
export async function adoptCluster(needs: ClusterNeeds): Promise<ServerUser> {
  if (needs.owner !== null) await giveTo(needs.owner, needs.directory)
  return serverUserFor(needs, needs.directory)
}

/**
 * In a directory of its own that takes the real name only when whole, so that a kill never leaves
 * half a cluster. Without `--no-sync`: that would save a tenth of a second once (measured: 480
 * against 570 ms), and after a power cut the real name could stand on files that are empty.
 */
export async function createCluster(needs: ClusterNeeds): Promise<ServerUser> {
  const home = path.dirname(needs.directory)
  await removeUnfinished(home)
  const unfinished = await mkdtemp(path.join(home, unfinishedPrefix))
  try {
    await chmod(unfinished, 0o700)
    if (needs.owner !== null) await chown(unfinished, needs.owner.uid, needs.owner.gid)
    const user = await serverUserFor(needs, unfinished)
    await runInitdb(user, needs, unfinished)
    await rename(unfinished, needs.directory)
    await syncDirectory(home)
    return user
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 5 })
    throw error
  }
}

function serverUserFor(needs: ClusterNeeds, files: string): Promise<ServerUser> {
  // A socket beside the files lies in a directory that may not exist yet.
  const apart = needs.socketDirectory === needs.directory ? [] : [needs.socketDirectory]
  const program = needs.binaries.postgres
  return chooseServerUser(needs.owner, { directories: [files, ...apart], program })
}

async function runInitdb(user: ServerUser, needs: ClusterNeeds, into: string): Promise<void> {
  const options = [
    `--pgdata=${into}`,
    `--username=${superuser}`,
    // Only the private socket is ever open, and the directory's mode decides who reaches it.
    '--auth-local=trust',
    '--auth-host=reject',
    // Text compares by code point on every machine, whatever locales it has installed.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--set=huge_pages=off',
    '--no-instructions',
  ]
  const initdb = startWatched(user, [needs.binaries.initdb, ...options], needs.log.descriptor)
  const timer = setTimeout(() => initdb.signal('SIGKILL'), initTimeoutMs)
  needs.meanwhile?.()
  const end = await initdb.ended
  clearTimeout(timer)
  if (end === 'status 0') return
  throw new DatabaseStartError(
    'postgres_not_started',
    `The database in ${needs.directory} could not be made (${(await needs.log.lastFault()) ?? end}).`,
  )
}

/** A second service cannot be at work here: the caller holds the claim to the directory. */
async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(unfinishedPrefix)) continue
    // The orphan of a killed service may write for an instant more, hence the retries.
    await rm(path.join(home, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function readIfPresent(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return null
    throw error
  }
}
