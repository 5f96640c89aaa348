import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The faults to give a process; see bent.mjs. */
export interface Bent {
  readonly clockMs?: number
  readonly slowProjectionMs?: number
  readonly slowBillingMs?: number
  readonly throws?: string
}

/** Lets processes be bent while they run, each by its name. */
export function openBends() {
  const folder = mkdtempSync(join(tmpdir(), 'bent-'))
  const module = pathToFileURL(join(import.meta.dirname, 'bent.mjs')).href
  const fileOf = (name: string) => join(folder, `${name}.json`)
  return {
    environment: (name: string) => ({
      NODE_OPTIONS: `--import=${module}`,
      BENT_FILE: fileOf(name),
    }),
    bend: (name: string, bent: Bent) => writeFileSync(fileOf(name), JSON.stringify(bent)),
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
