import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface OwnDirectory {
  readonly path: string
  /** Removes what was made here for one run; a directory that was asked for stays. */
  remove(): Promise<void>
}

/** `given`, or a fresh one for this run. */
export async function openOwnDirectory(
  name: string,
  given: string | undefined,
): Promise<OwnDirectory> {
  if (given !== undefined) {
    const directory = path.resolve(given)
    await mkdir(directory, { recursive: true, mode: passable })
    return { path: directory, remove: async () => {} }
  }
  const directory = await mkdtemp(path.join(tmpdir(), `enrich-${name}-`))
  await chmod(directory, passable)
  return {
    path: directory,
    remove: () => rm(directory, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** Root starts Postgres as another user, who must pass through (but need not list). */
const passable = 0o711
