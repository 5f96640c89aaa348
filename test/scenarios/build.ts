import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * The scenarios run what `npm start` runs, built once before the first of them. The bundle is this
 * run's own: a build beside it must not exchange the program between a service's crash and restart.
 */
export const projectRoot = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const variable = 'SCENARIO_BUNDLE'

export function bundle(): string {
  const file = process.env[variable]
  if (file === undefined) throw new Error('vitest must name test/scenarios/build.ts as globalSetup')
  return file
}

export async function setup(): Promise<() => Promise<void>> {
  const folder = join(projectRoot, 'dist', `scenarios-${process.pid}`)
  const file = join(folder, 'main.js')
  await mkdir(folder, { recursive: true })
  await build({
    entryPoints: [join(projectRoot, 'src', 'main.ts')],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: true,
    outfile: file,
    logLevel: 'warning',
  })
  process.env[variable] = file
  return () => rm(folder, { recursive: true, force: true })
}
