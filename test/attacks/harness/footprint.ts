import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const mib = 1_048_576
const blockBytes = 512

/** Resident memory of a process, in MiB: now, and the most there ever was. Null where no /proc is. */
export function memoryOf(pid: number): { readonly now: number; readonly peak: number } | null {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return null
  const status = readFileSync(file, 'utf8')
  const kib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
  return { now: Math.round(kib('VmRSS') / 1_024), peak: Math.round(kib('VmHWM') / 1_024) }
}

/** Files that Postgres writes its log to and uses again; `max_wal_size` bounds them. */
const usedAgain = 'pg_wal'

/** All that lies below a data directory, in MiB as the disk keeps it, but for Postgres' own log. */
export function diskOf(folder: string): number {
  return Math.round(bytesOf(folder) / mib)
}

function bytesOf(path: string): number {
  try {
    const { blocks } = lstatSync(path)
    const own = blocks * blockBytes
    if (!lstatSync(path).isDirectory()) return own
    const names = readdirSync(path).filter((name) => name !== usedAgain)
    return names.reduce((sum, name) => sum + bytesOf(join(path, name)), own)
  } catch {
    return 0 // Postgres removes files while they are looked at.
  }
}
