import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  link,
  mkdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { DatabaseStartError, errorCodeOf } from './postgres-start-error.ts'

const claimSchema = z.object({ pid: z.int().positive(), started: z.string(), nonce: z.string() })

const takeAttempts = 40
const takePauseMs = 25
// Every level stands for one service that was killed in the very moment of taking over.
const takeoverDepth = 5

export interface DataDirectoryClaim {
  release(): Promise<void>
}

/**
 * One service per directory. The claim is a file naming its owner, and it is worth exactly as much
 * as that process: a pid alone would outlive kill -9 (pids are reused, in a container at once), so
 * it is paired with the time the process started. No library serves: proper-lockfile judges a claim
 * by how lately its file was touched, so a restart after kill -9 would wait ten seconds, and a
 * service that was paused would lose the directory while its Postgres still writes there.
 */
export async function claimDataDirectory(dataDir: string): Promise<DataDirectoryClaim> {
  const directory = path.resolve(dataDir)
  await createDirectory(directory)
  const file = path.join(directory, 'service.pid')
  const content = await describeMyself()
  try {
    await take({ directory, file, content })
  } catch (error) {
    throw error instanceof DatabaseStartError ? error : unusable(directory, error)
  }
  return {
    async release() {
      if ((await readClaim(file)) === content) await rm(file, { force: true })
    },
  }
}

async function createDirectory(directory: string): Promise<void> {
  // As root, Postgres runs as another user, who must be able to pass through (but not to list).
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  try {
    await createLevels(directory, mode)
    // The trailing slash makes the system itself refuse a file in place of the directory.
    await access(`${directory}/`, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unusable(directory, error)
  }
}

/**
 * Level by level, not with mkdir's `recursive`: that one never returns below a directory which
 * answers ENOENT to every new name, as /proc does.
 */
async function createLevels(directory: string, mode: number): Promise<void> {
  try {
    await mkdir(directory, { mode })
    await chmod(directory, mode)
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return
    const parent = path.dirname(directory)
    if (errorCodeOf(error) !== 'ENOENT' || parent === directory) throw error
    if (await exists(parent)) throw error
    await createLevels(parent, mode)
    await mkdir(directory, { mode })
    await chmod(directory, mode)
  }
}

async function exists(directory: string): Promise<boolean> {
  return access(directory).then(
    () => true,
    () => false,
  )
}

async function describeMyself(): Promise<string> {
  const started = await processStart(process.pid)
  return JSON.stringify({ pid: process.pid, started: started ?? '', nonce: randomUUID() })
}

interface ClaimFile {
  readonly directory: string
  readonly file: string
  readonly content: string
}

async function take(claim: ClaimFile, depth = 0): Promise<void> {
  for (let attempt = 0; attempt < takeAttempts && depth <= takeoverDepth; attempt++) {
    if (await createWhole(claim)) return
    const theirs = await readClaim(claim.file)
    if (theirs === null) continue
    const owner = await livingOwner(theirs)
    if (owner !== null) throw inUse(claim.directory, owner)
    if (await takeOver(claim, theirs, depth)) return
    await sleep(takePauseMs)
  }
  throw unusable(claim.directory, new Error(`remove ${claim.file} and start again`))
}

/**
 * Replacing a stale claim must itself be exclusive: two services that both judged it stale would
 * otherwise remove each other's new claim. So the right to replace one particular claim is again a
 * claim, named after its content, and only its holder may replace that content.
 */
async function takeOver(claim: ClaimFile, stale: string, depth: number): Promise<boolean> {
  const name = createHash('sha256').update(stale).digest('hex').slice(0, 12)
  const right = { ...claim, file: `${claim.file}.${name}` }
  try {
    await take(right, depth + 1)
  } catch (error) {
    // Another service is taking over at this moment; the caller looks again who won.
    if (error instanceof DatabaseStartError && error.code === 'data_directory_in_use') return false
    throw error
  }
  try {
    if ((await readClaim(claim.file)) !== stale) return false
    await rename(await writeBeside(claim), claim.file)
    return true
  } finally {
    await rm(right.file, { force: true })
  }
}

/** A link, not a plain `wx` write, because another service must never read a half-written claim. */
async function createWhole(claim: ClaimFile): Promise<boolean> {
  const written = await writeBeside(claim)
  try {
    await link(written, claim.file)
    return true
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(written, { force: true })
  }
}

async function writeBeside(claim: ClaimFile): Promise<string> {
  const written = `${claim.file}.${randomUUID()}.new`
  await writeFile(written, claim.content, { flag: 'wx', mode: 0o600 })
  return written
}

async function readClaim(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** A claim that cannot be parsed was torn by a power cut; whoever wrote it is gone as well. */
async function livingOwner(content: string): Promise<number | null> {
  const parsed = claimSchema.safeParse(parseJson(content))
  if (!parsed.success) return null
  return (await processStart(parsed.data.pid)) === parsed.data.started ? parsed.data.pid : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Undefined for a process that is gone, or dead and not yet collected by its parent. */
async function processStart(pid: number): Promise<string | null> {
  return process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid)
}

async function startFromProc(pid: number): Promise<string | null> {
  try {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The command in parentheses may itself hold blanks and parentheses; field 3 follows the last.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    // Field 22 counts ticks since boot, so it names a moment only together with the boot.
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
    return `${boot}:${fields[19]}`
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT' || errorCodeOf(error) === 'ESRCH') return null
    throw error
  }
}

async function startFromPs(pid: number): Promise<string | null> {
  const options = { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, timeout: 5_000 }
  const ps = promisify(execFile)('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], options)
  const line = await ps.then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
  return line === '' || line.startsWith('Z') ? null : line.replace(/^\S+\s+/, '')
}

function inUse(directory: string, pid: number): DatabaseStartError {
  return new DatabaseStartError(
    'data_directory_in_use',
    `The data directory ${directory} is in use by another service, process ${pid}.`,
  )
}

function unusable(directory: string, cause: unknown): DatabaseStartError {
  return new DatabaseStartError(
    'data_directory_unusable',
    `The data directory ${directory} cannot be used: ${reasonOf(cause)}.`,
    cause,
  )
}

function reasonOf(cause: unknown): string {
  switch (errorCodeOf(cause)) {
    case 'EEXIST':
    case 'ENOTDIR':
      return 'it, or a part of its path, is a file and not a directory'
    case 'EACCES':
    case 'EPERM':
      return 'this user may not read and write it'
    case 'EROFS':
      return 'its file system is read-only'
    default:
      return cause instanceof Error ? cause.message : String(cause)
  }
}
