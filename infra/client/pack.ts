import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { buildSync } from 'esbuild'
import { packageRoot } from '../../src/config/paths.ts'

/**
 * `npm pack` gives the client and its command, built, without a dependency; the service itself runs
 * from a checkout. npm packs the folder of package.json, so that this one and the README stand
 * aside while it does: `prepack` exchanges them, `postpack` puts them back, and if a pack was killed
 * the next one does.
 */
const [step = 'prepack'] = process.argv.slice(2)
/** Where npm packs: it runs both steps there. */
const packed = process.cwd()
const built = join(packed, 'dist', 'package')
const aside = join(packed, 'dist', 'packing')
const exchanged = ['package.json', 'README.md'] as const

const bin = `#!/usr/bin/env node
import { runCli } from './cli/main.js'

const code = await runCli(process.argv.slice(2), process.env)
process.stdout.write('', () => process.exit(code))
`

if (step === 'postpack') putBack()
else {
  build()
  exchange()
}

function build(): void {
  rmSync(built, { recursive: true, force: true })
  const common = {
    bundle: true,
    format: 'esm',
    target: 'node20',
    absWorkingDir: packageRoot,
    logLevel: 'warning',
    metafile: true,
  } as const
  const library = buildSync({
    ...common,
    entryPoints: { client: 'src/client/main.ts' },
    platform: 'neutral',
    external: ['node:*'],
    outdir: built,
  })
  const command = buildSync({
    ...common,
    entryPoints: { main: 'src/cli/client-main.ts' },
    platform: 'node',
    splitting: true,
    minifySyntax: true,
    // Some of what is bundled asks for Node's modules in the older way.
    banner: {
      js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);",
    },
    outdir: join(built, 'cli'),
  })
  for (const file of filesIn(join(built, 'cli'), /\.js$/)) {
    // Outside a checkout npx runs a stranger's package of this name: no text may name it.
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('npx enrich', 'enrich'))
  }
  writeFileSync(join(built, 'enrich.js'), bin, { mode: 0o755 })
  writeFileSync(join(built, 'NOTICES.txt'), noticesOf([library.metafile, command.metafile]))
  writeTypes()
}

/** Their licences ask that they be named wherever their code goes. */
function noticesOf(metafiles: readonly Metafile[]): string {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) => Object.keys(output.inputs)),
  )
  const folders = inputs.flatMap((path) => {
    const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? []
    return folder ?? []
  })
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const [licence] = filesIn(join(packageRoot, folder), /^licen[sc]e/i)
      const { name, version, license } = manifestIn(join(packageRoot, folder))
      const text = licence ? readFileSync(licence, 'utf8').trim() : String(license)
      return `${name} ${version}\n\n${text}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}

function writeTypes(): void {
  const project = join(packageRoot, 'infra', 'client')
  const tsc = join(packageRoot, 'node_modules', 'typescript', 'bin', 'tsc')
  execFileSync(process.execPath, [tsc, '-p', project, '--outDir', join(built, 'types')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  for (const file of filesIn(join(built, 'types'), /\.d\.ts$/)) {
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(/(from ')(\.[^']+)\.ts'/g, "$1$2.js'"))
  }
}

function exchange(): void {
  // A pack that was broken off has left what it exchanged.
  if (existsSync(aside)) putBack()
  const { version, description, license, engines, scripts } = manifestIn(packageRoot)
  mkdirSync(aside, { recursive: true })
  for (const name of exchanged) copyFileSync(join(packed, name), join(aside, name))
  const manifest = {
    ...{ name: '@data-enrichment-service/client', version, description, license, private: true },
    ...{ type: 'module', engines, sideEffects: false },
    bin: { enrich: 'dist/package/enrich.js' },
    exports: {
      '.': { types: './dist/package/types/main.d.ts', default: './dist/package/client.js' },
      './package.json': './package.json',
    },
    files: ['dist/package'],
    // Without them no later pack could put back what this one exchanged, should it be killed.
    scripts: packingOf(scripts),
  }
  writeFileSync(join(packed, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  copyFileSync(join(packageRoot, 'infra', 'CLIENT.md'), join(packed, 'README.md'))
}

function packingOf(scripts: unknown): object {
  const all = Object.entries(scripts ?? {})
  return Object.fromEntries(all.filter(([name]) => name === 'prepack' || name === 'postpack'))
}

function putBack(): void {
  for (const name of exchanged) copyFileSync(join(aside, name), join(packed, name))
  rmSync(aside, { recursive: true })
}

function filesIn(folder: string, name: RegExp): readonly string[] {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return found.filter((file) => name.test(file)).map((file) => join(folder, file))
}

function manifestIn(folder: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
