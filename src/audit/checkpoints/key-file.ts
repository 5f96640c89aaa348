import { mkdir, open, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCodeOf } from '../../db/embedded/postgres-start-error.ts'
import { CodedError } from '../../errors.ts'
import type { NoteKey } from './note.ts'
import { newKeyText, readKeyText } from './note.ts'

/** The signing key of a file that only its owner reads; made, under `name`, when it is missing. */
export async function openKeyFile(file: string, name: string): Promise<NoteKey> {
  await makeUnlessThere(file, name)
  const { mode } = await stat(file)
  if ((mode & 0o077) !== 0) {
    throw new CodedError('start_refused', `${file} can be read by others: chmod 600 ${file}`)
  }
  const key = readKeyText(await readFile(file, 'utf8'))
  if (key) return key
  throw new CodedError('start_refused', `${file} holds no signing key of a ledger.`)
}

async function makeUnlessThere(file: string, name: string): Promise<void> {
  await mkdir(dirname(file)).catch(() => {}) // Where it cannot be made, the file says so.
  try {
    const made = await open(file, 'wx', 0o600)
    try {
      await made.writeFile(newKeyText(name))
      await made.sync()
    } finally {
      await made.close()
    }
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return
    const reason = error instanceof Error ? error.message : String(error)
    throw new CodedError('start_refused', `The ledger's key cannot be made: ${reason}.`, error)
  }
}
