import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../../config/paths.ts'

/** Data packages do not export their files, so these are read by path instead of imported. */
export function packageFile(...path: readonly string[]): string {
  return join(packageRoot, 'node_modules', ...path)
}

export function readPackageJson(...path: readonly string[]): unknown {
  return JSON.parse(readFileSync(packageFile(...path), 'utf8'))
}
