import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of its own, small enough to be filled. */
export interface SmallDisk {
  /** Null where a tmpfs cannot be mounted: that takes root. */
  readonly skipped: string | null
  readonly folder: (name: string) => string
  readonly freeBytes: () => number
  /** Leaves no more than this; gives how much it took. */
  readonly fill: (leftBytes: number) => number
  readonly empty: () => void
  readonly close: () => void
}

const chunkBytes = 1_000_000

export function mountSmallDisk(sizeMb: number): SmallDisk {
  const disk = mkdtempSync(join(tmpdir(), 'disk-'))
  const options = `size=${sizeMb}m,mode=755`
  const mounted = run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk])
  if (!mounted && process.env.CI === 'true') throw new Error('In CI a tmpfs must be mountable.')
  const filler = join(disk, 'filler')
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(disk)
    return bavail * bsize
  }
  return {
    skipped: mounted ? null : 'a tmpfs cannot be mounted here',
    /** Others than their owner must be able to pass: Postgres runs as a user of its own. */
    folder(name) {
      const made = mkdtempSync(join(disk, `${name}-`))
      chmodSync(made, 0o755)
      return made
    },
    freeBytes,
    fill(leftBytes) {
      for (let filled = 0; ; ) {
        const bytes = Math.min(chunkBytes, freeBytes() - leftBytes)
        if (bytes <= 0) return filled
        if (!append(filler, bytes)) return filled
        filled += bytes
      }
    },
    empty: () => truncateSync(filler, 0),
    close() {
      if (mounted) run('umount', ['--lazy', disk])
      rmSync(disk, { recursive: true, force: true })
    },
  }
}

/** False when somebody else took the room at the same moment. */
function append(file: string, bytes: number): boolean {
  try {
    writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' })
    return true
  } catch {
    return false
  }
}

function run(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args).status === 0
}
