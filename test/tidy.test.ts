import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../src/paths.ts'

/** What can be counted about the house is counted here, so that nobody has to watch for it. */
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: packageRoot })
  .toString()
  .trim()
  .split('\n')
const sources = files.filter((file) => /\.(ts|mts|js|mjs)$/.test(file) && !file.includes('/data/'))
const inSource = sources.filter((file) => file.startsWith('src/'))
const text = new Map(sources.map((file) => [file, readFileSync(join(packageRoot, file), 'utf8')]))

const linesMax = 250
/** Each with the reason why it is longer. */
const longer: Readonly<Record<string, string>> = {}

const pureFolders = ['src/messages/', 'src/ledger/']
const forbiddenFolders = /(^|\/)(lib|utils|common|core|services|helpers|types)\//

function importsOf(file: string): readonly string[] {
  const found = (text.get(file) ?? '').matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'/gms)
  return [...found].map(([, path]) => path ?? '')
}

function resolved(file: string, path: string): string {
  return path.startsWith('.') ? posix.join(posix.dirname(file), path) : path
}

test('source files stay short, or say why not', () => {
  const long = inSource.filter((file) => (text.get(file)?.split('\n').length ?? 0) > linesMax + 1)
  expect(long.filter((file) => !(file in longer))).toEqual([])
})

test('comments keep to 100 columns, as the formatter keeps code', () => {
  const wide = inSource.flatMap((file) =>
    (text.get(file)?.split('\n') ?? []).flatMap((line, index) =>
      line.length > 100 && /^\s*(\/\/|\/?\*)/.test(line) ? [`${file}:${index + 1}`] : [],
    ),
  )
  expect(wide).toEqual([])
})

test('the top level and the names of folders are those of the house', () => {
  expect(sources.filter((file) => forbiddenFolders.test(file))).toEqual([])
  const folders = new Set(inSource.map((file) => file.split('/')[1]))
  for (const folder of ['api', 'workers', 'projections']) expect(folders).toContain(folder)
})

test('pure folders import only zod, each other and the closed list of errors', () => {
  const wrong = inSource
    .filter((file) => pureFolders.some((folder) => file.startsWith(folder)))
    .flatMap((file) => importsOf(file).map((path) => [file, resolved(file, path)] as const))
    .filter(([, path]) => {
      const own = pureFolders.some((folder) => path.startsWith(folder)) || path === 'src/errors.ts'
      return !own && path !== 'zod' && path !== 'node:crypto'
    })
  expect(wrong).toEqual([])
})

test('workers, projections and the ledger know nothing of HTTP', () => {
  const wrong = inSource
    .filter((file) =>
      /^src\/(workers|projections|ledger|messages|log|codecs|replies|db)\//.test(file),
    )
    .filter((file) => importsOf(file).some((path) => resolved(file, path).startsWith('src/api/')))
  expect(wrong).toEqual([])
})

test('only the entry point hands over the environment, and only config.ts makes sense of it', () => {
  const readers = inSource.filter((file) => text.get(file)?.includes('process.env'))
  expect(readers).toEqual(['src/main.ts'])
})

test('only the composition root and the database folder make clients', () => {
  const makers = inSource.filter((file) => /new pg\.(Client|Pool)\(/.test(text.get(file) ?? ''))
  expect(makers.filter((file) => !file.startsWith('src/db/'))).toEqual([])
})

test('nothing imports in a circle, but for the pages and the index, which show the routes', () => {
  const allowed = new Set(['src/api/routes/pages.ts', 'src/api/routes/service.ts'])
  const circles: string[] = []
  const done = new Set<string>()
  function visit(file: string, path: readonly string[]): void {
    if (path.includes(file)) {
      circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      return
    }
    if (done.has(file)) return
    done.add(file)
    for (const next of importsOf(file).map((target) => resolved(file, target))) {
      if (text.has(next) && !allowed.has(file)) visit(next, [...path, file])
    }
  }
  for (const file of inSource) visit(file, [])
  expect(circles).toEqual([])
})

test('every source file is imported by somebody, or is where a program starts', () => {
  const starts = /^src\/(main\.ts|cli\/(ledger-)?main\.ts|console\/assets\/|catalog\/build\/)/
  const imported = new Set(
    sources.flatMap((file) => importsOf(file).map((path) => resolved(file, path))),
  )
  const orphans = inSource.filter((file) => !imported.has(file) && !starts.test(file))
  expect(orphans).toEqual([])
})

test("the newcomer's walk is seven files and under 600 lines", () => {
  const walk = [
    'src/pipeline.ts',
    'src/api/routes/enrich.ts',
    'src/api/ask.ts',
    'src/workers/enrich.ts',
    'src/workers/bill.ts',
    'src/ledger/decide.ts',
    'src/projections/balance.ts',
  ]
  const lines = walk.reduce(
    (sum, file) => sum + (text.get(file)?.trimEnd().split('\n').length ?? 0),
    0,
  )
  expect(lines).toBeLessThan(600)
  const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8')
  expect(walk.filter((file) => !readme.includes(`(${file})`))).toEqual([])
})

test('nothing is left over, skipped or silenced', () => {
  const words = [`${'TO'}DO`, `${'FIX'}ME`, `@ts-${'ignore'}`, `.${'only'}(`]
  const pattern = new RegExp(words.map((word) => word.replace(/[.(]/g, '\\$&')).join('|'))
  const found = sources.filter((file) => pattern.test(text.get(file) ?? ''))
  expect(found.filter((file) => file !== relative(packageRoot, import.meta.filename))).toEqual([])
})

test('every dependency has its line of reason in the README', () => {
  const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
  const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8')
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
  expect(dirname('src/main.ts')).toBe('src')
})
