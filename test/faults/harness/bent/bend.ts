import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The environment that imports these modules of this folder into a process before its program. */
export function bend(...names: readonly string[]): Readonly<Record<string, string>> {
  const imports = names.map((name) => {
    return `--import=${pathToFileURL(join(import.meta.dirname, `${name}.mjs`)).href}`
  })
  return { NODE_OPTIONS: imports.join(' ') }
}
