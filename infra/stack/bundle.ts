import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import { packageRoot } from '../../src/config/paths.ts'

export interface Bundle {
  readonly file: string
  remove(): Promise<void>
}

/**
 * The program of `npm start`, in a folder of this run: a build beside it must not exchange it
 * between a process's end and its next start.
 */
export async function openBundle(name: string): Promise<Bundle> {
  const folder = path.join(packageRoot, 'dist', `${name}-${process.pid}`)
  const file = path.join(folder, 'main.js')
  await mkdir(folder, { recursive: true })
  await bundleConsole(path.join(folder, 'console'))
  await build({
    entryPoints: [path.join(packageRoot, 'src', 'main.ts')],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    splitting: true,
    sourcemap: true,
    outdir: folder,
    chunkNames: 'chunks/[name]-[hash]',
    logLevel: 'warning',
  })
  return { file, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** The console's script, as `npm run build` makes it. */
async function bundleConsole(folder: string): Promise<void> {
  const { metafile } = await build({
    entryPoints: [path.join(packageRoot, 'src', 'console', 'app', 'main.tsx')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    splitting: true,
    outdir: folder,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    metafile: true,
    logLevel: 'warning',
  })
  await writeFile(path.join(folder, 'files.json'), JSON.stringify(metafile))
}
