import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { packageRoot } from '../../src/config/paths.ts'

/**
 * Every side runs as the service does, as one bundled file: the loader that the bench itself runs
 * under would make the others slower.
 */
export async function bundle(program: string): Promise<string> {
  const entry = fileURLToPath(new URL(program, import.meta.url))
  const outfile = join(packageRoot, 'dist', 'bench', `${program.replace(/^.*\/|\.ts$/g, '')}.js`)
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  })
  return outfile
}
