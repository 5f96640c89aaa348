import { execFile } from 'node:child_process'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  claimDataDirectory,
  type DataDirectoryClaim,
} from '../../src/db/embedded/data-directory.ts'
import { DatabaseStartError } from '../../src/db/embedded/postgres-start-error.ts'
import { exists, jarFolders } from './jar-folders.ts'
import { findMaven } from './requirements.ts'
import { StackError } from './stack-error.ts'
import { versions } from './versions.ts'

const fetchLimitMs = 600_000
const lockPollMs = 200
/**
 * The one that Maven 3 itself takes. Later ones also read the description of the file to unpack,
 * whose parent not every mirror has.
 */
const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:2.8'

/** The folder with the broker's jars. The first call on a machine fetches them with Maven. */
export function brokerJars(): Promise<string> {
  return fetched(jarFolders.kafka, {
    name: 'the Kafka broker',
    dependencies: [
      ['org.apache.kafka', 'kafka_2.13', versions.kafka],
      ['org.apache.logging.log4j', 'log4j-slf4j-impl', versions.log4j],
      ['org.apache.logging.log4j', 'log4j-core', versions.log4j],
    ],
    goal: (into) => [`${plugin}:copy-dependencies`, '-DincludeScope=runtime', outputTo(into)],
  })
}

/** The folder with the registry's program and its `lib`. */
export function registryJars(): Promise<string> {
  const artifact = `io.apicurio:apicurio-registry-app:${versions.apicurio}:tar.gz:all`
  return fetched(jarFolders.registry, {
    name: 'the schema registry',
    dependencies: [],
    goal: (into) => [`${plugin}:unpack`, `-Dartifact=${artifact}`, outputTo(into)],
  })
}

interface Wanted {
  readonly name: string
  readonly dependencies: readonly (readonly [group: string, artifact: string, version: string])[]
  readonly goal: (into: string) => readonly string[]
}

/** The folder takes its name only when whole; whoever finds it needs no lock. */
async function fetched(folder: string, wanted: Wanted): Promise<string> {
  if (await exists(folder)) return folder
  const lock = await takeLock(wanted.name)
  try {
    if (!(await exists(folder))) await fetchWhole(folder, wanted)
    return folder
  } finally {
    await lock.release()
  }
}

async function fetchWhole(folder: string, wanted: Wanted): Promise<void> {
  const maven = await findMaven()
  const home = path.dirname(folder)
  await mkdir(home, { recursive: true })
  await removeUnfinished(home)
  const work = path.join(home, `unfinished-${process.pid}`)
  const into = path.join(work, 'jars')
  await mkdir(into, { recursive: true })
  try {
    await writeFile(path.join(work, 'pom.xml'), pom(wanted))
    const args = ['-B', '-q', ...wanted.goal(into)]
    await promisify(execFile)(maven, args, { cwd: work, timeout: fetchLimitMs })
    await rename(into, folder)
  } catch (error) {
    throw new StackError(`Maven could not fetch ${wanted.name}: ${firstFault(error)}`, error)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Leftovers of a process that was killed while fetching: we hold the lock, so they are free. */
async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith('unfinished-')) continue
    await rm(path.join(home, name), { recursive: true, force: true })
  }
}

/**
 * One for everything that is fetched: Maven's own store of what it has downloaded is shared, and
 * Maven 3 does not guard it against a second Maven.
 */
async function takeLock(name: string): Promise<DataDirectoryClaim> {
  const deadline = performance.now() + fetchLimitMs
  for (;;) {
    try {
      return await claimDataDirectory(path.dirname(jarFolders.kafka))
    } catch (error) {
      const taken = error instanceof DatabaseStartError && error.code === 'data_directory_in_use'
      if (!taken) throw error
      if (performance.now() > deadline) {
        throw new StackError(`Another process has been fetching ${name} for too long.`, error)
      }
    }
    await sleep(lockPollMs)
  }
}

function pom(wanted: Wanted): string {
  const dependencies = wanted.dependencies.map(
    ([group, artifact, version]) =>
      `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId>` +
      `<version>${version}</version></dependency>`,
  )
  return (
    '<project><modelVersion>4.0.0</modelVersion><groupId>stack</groupId>' +
    '<artifactId>jars</artifactId><version>1</version><packaging>pom</packaging>' +
    `<dependencies>${dependencies.join('')}</dependencies></project>`
  )
}

/** Maven says on its standard output what went wrong, in its first line marked so. */
function firstFault(error: unknown): string {
  const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
  const [, fault] = /\[ERROR\] (.*)/.exec(said) ?? []
  return fault ?? (error instanceof Error ? error.message : String(error))
}

function outputTo(folder: string): string {
  return `-DoutputDirectory=${folder}`
}
