import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder that holds package.json. Data and migrations are found from here, because the same
 * code runs from src/ in the tests and from bundled files in dist/.
 */
export const packageRoot: string = nearestPackage(dirname(fileURLToPath(import.meta.url)))

/** The words of package.json. */
export const version: string = JSON.parse(
  readFileSync(join(packageRoot, 'package.json'), 'utf8'),
).version

function nearestPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('package.json was not found above the running file')
  return nearestPackage(parent)
}
