import { copyFile, open, readFile, stat, truncate } from 'node:fs/promises'

const sizeLimitBytes = 8 * 1024 * 1024
const checkEveryMs = 60_000

export interface PostgresLog {
  readonly file: string
  /** The server's standard error is bound to it, and needs no right of its own to the file. */
  readonly descriptor: number
  /** The last complaint since the log was opened, for whoever has to be told why nothing runs. */
  lastFault(): Promise<string | null>
  close(): Promise<void>
}

/**
 * One file and its predecessor, each up to the limit. The server appends, so that the file can be
 * emptied under it; its own collector would bound each file but never their number.
 */
export async function openPostgresLog(file: string): Promise<PostgresLog> {
  await shorten(file)
  const handle = await open(file, 'a', 0o600)
  const { size } = await handle.stat()
  const timer = setInterval(() => void shorten(file).catch(() => {}), checkEveryMs).unref()
  return {
    file,
    descriptor: handle.fd,
    async lastFault() {
      const text = (await readFile(file)).subarray(size).toString('utf8')
      const faults = text.match(/(?:FATAL|PANIC|initdb: error): .*/g) ?? []
      // A client that connects during the start gets these words, which explain no failure.
      return faults.findLast((fault) => !fault.includes('the database system is')) ?? null
    },
    async close() {
      clearInterval(timer)
      await handle.close()
    },
  }
}

async function shorten(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size < sizeLimitBytes) return
  await copyFile(file, `${file}.1`)
  await truncate(file)
}
