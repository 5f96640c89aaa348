import { execFile } from 'node:child_process'
import { lchown, lstat, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { DatabaseStartError } from './postgres-start-error.ts'

export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** How a program of Postgres is started: by a word before its own, or by a uid, or as we are. */
export interface ServerUser {
  readonly prefix: readonly string[]
  readonly credentials: Owner | Record<string, never>
}

// Postgres gets its own surroundings: PGPORT, PGOPTIONS or LD_LIBRARY_PATH of the service's user
// must not change what it does, and a fixed time zone spares initdb a search through all of them.
export const serverEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
} as const

const probeTimeoutMs = 10_000

/** The owner of a cluster's files; null when we are not root and it is us. */
export async function chooseOwner(
  cluster: string,
  log: (message: string) => void = () => {},
): Promise<Owner | null> {
  const present = await stat(cluster).catch(() => null)
  const self = process.getuid?.()
  if (self !== 0) {
    if (present !== null && present.uid !== self) throw belongsToAnother(cluster, present.uid)
    return null
  }
  // A cluster once made keeps its owner, even if a user named postgres has appeared since.
  if (present !== null && present.uid !== 0) return { uid: present.uid, gid: present.gid }
  const owner = findUser(await readFile('/etc/passwd', 'utf8').catch(() => ''))
  if (owner === null) throw noUser(`there is no user of these: ${users.join(', ')}`)
  if (owner.name === shared) log(sharedAdvice)
  return { uid: owner.uid, gid: owner.gid }
}

/** A user of the service's own first: whatever else runs as `nobody` could read the database. */
const shared = 'nobody'
const users = ['enrich', 'postgres', shared]
const sharedAdvice =
  'the database will belong to "nobody", which other programs may run as too; for a user of its ' +
  'own stop here, remove the new database, `useradd --system enrich`, and start again'

export function findUser(passwd: string): (Owner & { readonly name: string }) | null {
  const lines = passwd.split('\n').map((line) => line.split(':'))
  for (const name of users) {
    const [, , uid, gid] = lines.find((fields) => fields[0] === name) ?? []
    if (Number(uid) > 0) return { name, uid: Number(uid), gid: Number(gid) }
  }
  return null
}

/** Root owns what was restored from a backup; Postgres insists on owning its files itself. */
export async function giveTo(owner: Owner, entry: string): Promise<void> {
  const found = await lstat(entry)
  if (found.uid === owner.uid) return
  for (const name of found.isDirectory() ? await readdir(entry) : []) {
    await giveTo(owner, path.join(entry, name))
  }
  // The directory last, so that one interrupted in the middle is recognised and finished later.
  await lchown(entry, owner.uid, owner.gid)
}

/**
 * Postgres refuses root, so root starts it as `owner`. Plain setuid first, being the least
 * privilege. It fails when the user may not pass through a directory above the files (a checkout in
 * /root, a data directory made by mkdtemp); then the same user may keep one capability. Reading
 * suffices, because what is written belongs to the user; a container's root may hold only the
 * stronger one. Postgres examines its files with access(2), which drops capabilities of a user
 * other than root unless the securebit `no_setuid_fixup` is set.
 */
export async function chooseServerUser(
  owner: Owner | null,
  needs: { readonly directories: readonly string[]; readonly program: string },
): Promise<ServerUser> {
  const failures: unknown[] = []
  for (const user of waysToRun(owner)) {
    try {
      await probe(user, needs)
      return user
    } catch (error) {
      failures.push(error)
    }
  }
  throw owner === null ? cannotRun(needs.program, failures) : noUser(explain(failures, owner))
}

function waysToRun(owner: Owner | null): readonly ServerUser[] {
  if (owner === null) return [{ prefix: [], credentials: {} }]
  const withCapability = (capability: string): ServerUser => ({
    prefix: [
      'setpriv',
      `--reuid=${owner.uid}`,
      `--regid=${owner.gid}`,
      '--clear-groups',
      `--inh-caps=-all,+${capability}`,
      `--ambient-caps=-all,+${capability}`,
      `--bounding-set=-all,+${capability}`,
      '--securebits=+no_setuid_fixup',
      '--no-new-privs',
    ],
    credentials: {},
  })
  return [
    { prefix: [], credentials: owner },
    withCapability('dac_read_search'),
    withCapability('dac_override'),
  ]
}

/** Trying is the only honest test: modes alone say nothing about ACLs, mounts or a missing libc. */
async function probe(
  user: ServerUser,
  needs: { readonly directories: readonly string[]; readonly program: string },
): Promise<void> {
  const script = 'for d do cd "$d" || exit 1; done; exec "$0" --version'
  const [command = 'sh', ...args] = [...user.prefix, 'sh', '-c', script, needs.program]
  await promisify(execFile)(command, [...args, ...needs.directories], {
    ...user.credentials,
    cwd: '/',
    env: serverEnvironment,
    timeout: probeTimeoutMs,
  })
}

function belongsToAnother(cluster: string, uid: number): DatabaseStartError {
  return new DatabaseStartError(
    'data_directory_unusable',
    `The database files in ${cluster} belong to user ${uid}: start the service as that user or ` +
      'as root.',
  )
}

function cannotRun(program: string, failures: readonly unknown[]): DatabaseStartError {
  return new DatabaseStartError(
    'postgres_unusable',
    `The Postgres program ${program} does not run on this machine (${lastWords(failures[0])}): ` +
      'set DATABASE_URL to a Postgres of your own.',
    failures[0],
  )
}

function noUser(reason: string): DatabaseStartError {
  return new DatabaseStartError(
    'postgres_no_user',
    `Postgres refuses to run as root, and ${reason}: start the service as an ordinary user who ` +
      'owns the data directory, or make DATA_DIR and the checkout passable for others (chmod o+x).',
  )
}

function explain(failures: readonly unknown[], owner: Owner): string {
  return `user ${owner.uid} cannot run it here (${failures.map(lastWords).join('; ')})`
}

function lastWords(failure: unknown): string {
  const text = failure instanceof Error ? failure.message : String(failure)
  return text.trim().split('\n').at(-1) ?? ''
}
