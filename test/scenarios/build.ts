import { openBundle } from '../../infra/stack/bundle.ts'
import { packageRoot } from '../../src/paths.ts'

/** The scenarios run what `npm start` runs, built once before the first of them. */
export const projectRoot = packageRoot
const variable = 'SCENARIO_BUNDLE'

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
