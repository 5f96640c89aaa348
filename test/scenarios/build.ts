import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBundle } from '../../infra/stack/bundle.ts'
import { packageRoot } from '../../src/config/paths.ts'

/** The scenarios run what `npm start` runs, built once before the first of them. */
export const projectRoot = packageRoot
const variable = 'SCENARIO_BUNDLE'

/** The options that `npm start` gives to Node. */
export function startFlags(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
  const [, flags] = /exec node (.*) dist\/main\.js$/.exec(scripts.start) ?? []
  if (flags === undefined) throw new Error('npm start does not start Node as it did')
  return flags.split(' ')
}

export function bundle(): string {
  const file = process.env[variable]
  if (file === undefined) throw new Error('vitest must name test/scenarios/build.ts as globalSetup')
  return file
}

export async function setup(): Promise<() => Promise<void>> {
  if (process.env[variable] !== undefined) return async () => {} // Both projects set up.
  const built = await openBundle('scenarios')
  process.env[variable] = built.file
  return built.remove
}
