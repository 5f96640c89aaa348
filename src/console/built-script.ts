import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The console's own script, which a build puts beside the program that it belongs to: so a build
 * made beside a running service exchanges nothing of that one.
 */
export function readConsoleScript(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const beside = [here, dirname(here)].map((folder) => join(folder, 'console.js'))
  const file = beside.find((path) => existsSync(path))
  if (!file) throw new Error('the console is not built: `npm run build` puts it beside main.js')
  return readFileSync(file, 'utf8').trim()
}
