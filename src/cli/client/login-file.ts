import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { errorCodeOf } from '../../db/embedded/postgres-start-error.ts'
import { CommandRefused } from '../command.ts'

/** Which server, with which key: what `enrich login` keeps for the commands after it. */
const loginSchema = z.object({
  server: z.string(),
  api_key: z.string(),
  /** The id of a key that was made for this file: `enrich logout` revokes it. */
  key_id: z.string().optional(),
})

export type Login = Readonly<z.infer<typeof loginSchema>>

const others = 0o077

/** Null where nobody has logged in yet. A key that others can read is nobody's secret. */
export async function readLogin(file: string): Promise<Login | null> {
  let text: string
  try {
    const { mode } = await stat(file)
    if ((mode & others) !== 0) throw openToOthers(file)
    text = await readFile(file, 'utf8')
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
  const parsed = loginSchema.safeParse(parse(text))
  if (parsed.success) return parsed.data
  throw new CommandRefused(`${file} is not what enrich login writes. Run: npx enrich login`)
}

/** Whole or not at all, and never for a moment readable by others. */
export async function writeLogin(file: string, login: Login): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${process.pid}`
  try {
    const handle = await open(fresh, 'w', 0o600)
    try {
      await handle.writeFile(`${JSON.stringify(login, null, 2)}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    // The mode at the creation holds only where nothing lay under this name.
    await chmod(fresh, 0o600)
    await rename(fresh, file)
  } finally {
    await rm(fresh, { force: true })
  }
}

function openToOthers(file: string): CommandRefused {
  return new CommandRefused(
    `${file} holds a key and can be read by others. Run: chmod 600 ${file}, ` +
      'or log in again with a new key and revoke this one.',
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
