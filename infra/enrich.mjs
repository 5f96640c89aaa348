#!/usr/bin/env node
// `npx enrich` in a checkout: bundles the operator's command, which takes a tenth of a second, and
// runs it. Every run makes it anew, so that it is never older than what it was made from.
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const args = process.argv.slice(2)
// The ledger checks stand by themselves, because they need nothing that takes long to load.
const isLedger = args.find((arg) => !arg.startsWith('-')) === 'ledger'
const main = isLedger ? 'ledger-main' : 'main'
const bundle = join(root, 'dist', isLedger ? 'cli-ledger.js' : 'cli.js')
// Under a name of its own first: another command may be reading the former one.
const fresh = join(root, 'dist', `cli-${process.pid}.js`)

await mkdir(dirname(bundle), { recursive: true })
try {
  await build({
    entryPoints: [join(root, 'src', 'cli', `${main}.ts`)],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    outfile: fresh,
    logLevel: 'warning',
  })
  await rename(fresh, bundle)
} finally {
  await rm(fresh, { force: true })
}
const { runCli } = await import(pathToFileURL(bundle).href)
const code = await runCli(args, process.env)
// Written last, so that all that was printed before has left when this has.
process.stdout.write('', () => process.exit(code))
