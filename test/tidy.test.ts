import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../src/config/paths.ts'

/** Everything countable about the house is counted here, so that nobody has to watch for it. */
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: packageRoot })
  .toString()
  .trim()
  .split('\n')
const sources = files.filter(
  (file) => /\.(tsx?|mts|js|mjs)$/.test(file) && !file.includes('/data/'),
)
const inSource = sources.filter((file) => file.startsWith('src/'))
const text = new Map(sources.map((file) => [file, readFileSync(join(packageRoot, file), 'utf8')]))

const linesMax = 250
const filesMax = 15
/** Each with the reason why it is longer. */
const longer: Readonly<Record<string, string>> = {}

const pureFolders = ['src/messages/', 'src/ledger/']
const forbiddenFolders = /(^|\/)(lib|utils|common|core|services|helpers|types)\//

function importsOf(file: string): readonly string[] {
  const found = (text.get(file) ?? '').matchAll(
    /^(?:import|export)\b[^'"]*?from '([^']+)'|\bimport\('([^']+)'\)/gms,
  )
  return [...found].map(([, path, late]) => path ?? late ?? '')
}

function resolved(file: string, path: string): string {
  return path.startsWith('.') ? posix.join(posix.dirname(file), path) : path
}

function folderOf(file: string): string {
  return posix.dirname(file)
}

/** The two folders, side by side, at which the ways to two files part. */
function siblings(file: string, target: string): readonly [string, string] | readonly [] {
  const [from, to] = [folderOf(file).split('/'), folderOf(target).split('/')]
  const parted = from.findIndex((name, index) => name !== to[index])
  if (parted < 0 || parted >= to.length || !target.startsWith('src/')) return []
  return [from.slice(0, parted + 1).join('/'), to.slice(0, parted + 1).join('/')]
}

/** Each circle once for the edge that closes it. */
function circlesOf(edges: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const circles: string[] = []
  const done = new Set<string>()
  function visit(node: string, path: readonly string[]): void {
    if (path.includes(node)) {
      circles.push([...path.slice(path.indexOf(node)), node].join(' → '))
      return
    }
    if (done.has(node)) return
    done.add(node)
    for (const next of edges.get(node) ?? []) visit(next, [...path, node])
  }
  for (const node of edges.keys()) visit(node, [])
  return circles
}

test('source files stay short, or say why not', () => {
  const long = inSource.filter((file) => (text.get(file)?.split('\n').length ?? 0) > linesMax + 1)
  expect(long.filter((file) => !(file in longer))).toEqual([])
})

test('an exported type name means one thing in the whole of src', () => {
  const owners = new Map<string, string[]>()
  for (const file of inSource) {
    const found = text.get(file)?.matchAll(/^export (?:interface|type|class) (\w+)/gm) ?? []
    for (const [, name = ''] of found) owners.set(name, [...(owners.get(name) ?? []), file])
  }
  expect([...owners].filter(([, where]) => where.length > 1)).toEqual([])
})

test('the README is a first look: under 200 lines', () => {
  const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8')
  expect(readme.trimEnd().split('\n').length).toBeLessThan(200)
})

test('comments keep to 100 columns, as the formatter keeps code', () => {
  const wide = inSource.flatMap((file) =>
    (text.get(file)?.split('\n') ?? []).flatMap((line, index) =>
      line.length > 100 && /^\s*(\/\/|\/?\*)/.test(line) ? [`${file}:${index + 1}`] : [],
    ),
  )
  expect(wide).toEqual([])
})

test('a comment names its subject first, as an English sentence does', () => {
  const openings = /(?:^|[.!?] )(?:What(?:ever)?|Of|Who(?:ever|m|se)?)\b/
  const comments = /\/\*\*[\s\S]*?\*\/|(?:^[ \t]*\/\/ .*\n?)+|\s\/\/ .*/gm
  const wrong = sources.flatMap((file) =>
    [...(text.get(file) ?? '').matchAll(comments)]
      .map(([comment]) => comment.replace(/^\s*(?:\/\*\*|\*\/|\*|\/\/)|\*\/$/gm, '').trim())
      .filter((comment) => openings.test(comment.replace(/\s+/g, ' ')))
      .map((comment) => `${file}: ${comment}`),
  )
  expect(wrong).toEqual([])
})

test('the pages name their subject first, too', () => {
  const opening =
    /^(?:#+ |[-*] |\d+\. )?(?:\*\*)?(?:What(?:ever)?|Of|Who(?:ever|m|se)?)\b|[.!?] (?:What(?:ever)?|Whoever|Whom?)\b/
  const pages = files.filter((file) => /^(README|infra\/[^/]+)\.md$/.test(file))
  const wrong = pages.flatMap((page) =>
    readFileSync(join(packageRoot, page), 'utf8')
      .split('\n')
      .flatMap((line, index) => (opening.test(line) ? [`${page}:${index + 1} ${line}`] : [])),
  )
  expect(wrong).toEqual([])
})

test('the top level and the names of folders are those of the house', () => {
  expect(sources.filter((file) => forbiddenFolders.test(file))).toEqual([])
  const folders = new Set(inSource.map((file) => file.split('/')[1]))
  for (const folder of ['api', 'workers', 'projections']) expect(folders).toContain(folder)
})

test('the first look at src shows the path of the data: few files, few folders', () => {
  const loose = inSource.filter((file) => file.split('/').length === 2)
  const folders = new Set(inSource.filter((file) => !loose.includes(file)).map(folderOf))
  expect(loose.length).toBeLessThanOrEqual(8)
  expect(new Set([...folders].map((folder) => folder.split('/')[1])).size).toBeLessThanOrEqual(18)
})

test('a folder of source files holds at most fifteen', () => {
  const counts = new Map<string, number>()
  for (const file of inSource) counts.set(folderOf(file), (counts.get(folderOf(file)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > filesMax)).toEqual([])
})

test('no folder imports, by whatever way round, from one that imports from it', () => {
  const edges = new Map<string, Set<string>>()
  for (const file of inSource) {
    for (const target of importsOf(file).map((path) => resolved(file, path))) {
      const [from, to] = siblings(file, target)
      if (from && to) edges.set(from, (edges.get(from) ?? new Set()).add(to))
    }
  }
  expect(circlesOf(edges)).toEqual([])
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
    .filter((file) => /^src\/(workers|projections|ledger|messages|log|db)\//.test(file))
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

test('nothing imports in a circle', () => {
  const edges = new Map<string, Set<string>>()
  for (const file of inSource) {
    const targets = importsOf(file).map((path) => resolved(file, path))
    edges.set(file, new Set(targets.filter((target) => text.has(target))))
  }
  expect(circlesOf(edges)).toEqual([])
})

test('every source file is imported by somebody, or is where a program starts', () => {
  const starts =
    /^src\/(main\.ts|client\/main\.ts|cli\/(ledger-|client-)?main\.ts|console\/(assets\/|app\/main\.tsx)|catalog\/build\/)/
  const imported = new Set(
    sources.flatMap((file) => importsOf(file).map((path) => resolved(file, path))),
  )
  const orphans = inSource.filter((file) => !imported.has(file) && !starts.test(file))
  expect(orphans).toEqual([])
})

test("the newcomer's walk is seven files and under 600 lines", () => {
  const walk = [
    'src/pipeline.ts',
    'src/api/routes/calls/enrich.ts',
    'src/api/calls/ask.ts',
    'src/workers/enrich.ts',
    'src/workers/bill.ts',
    'src/ledger/decide.ts',
    'src/projections/views/balance.ts',
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

const testFiles = sources.filter((file) => file.startsWith('test/') && file.endsWith('.test.ts'))
/** Named for a scenario, a fault or a server, not for a source file. */
const exempt =
  /^test\/(tidy|accuracy\/|attacks\/|bench\/|browser\/|cli\/|contracts\/|db\/|faults\/|nodes\/|scenarios\/|stack\/)/
const units = testFiles.filter((file) => !exempt.test(file) && !file.includes('.integration.'))

test('the name of a test is that of its source, or of its folder, with an aspect or without', () => {
  const known = new Set(
    inSource.flatMap((file) => [
      file.replace(/\.\w+$/, ''),
      folderOf(file),
      posix.join(folderOf(file), posix.basename(folderOf(file))),
    ]),
  )
  const unknown = testFiles.filter((file) => {
    if (exempt.test(file)) return false
    const words = file
      .replace(/^test/, 'src')
      .replace(/(\.integration)?\.test\.ts$/, '')
      .split('-')
    return !words.some((_, index) => known.has(words.slice(0, index + 1).join('-')))
  })
  expect(unknown).toEqual([])
})

test('units start nothing: whatever starts Postgres or a program is an .integration.test.ts', () => {
  const starts =
    /contracts\/database\.ts|scenarios\/service\.ts|shared-service\.ts|node:child_process/
  const starting = units.filter((file) =>
    [file, ...importsOf(file).map((path) => resolved(file, path))].some(
      (each) => each.startsWith('test/') && importsOf(each).some((path) => starts.test(path)),
    ),
  )
  expect(starting).toEqual([])
})

test('tests wait for conditions with until.ts; only the pace of load and clients is a pause', () => {
  const guessed = sources.filter(
    (file) =>
      file.startsWith('test/') &&
      !/^test\/(until\.ts|bench\/|faults\/)/.test(file) &&
      /setTimeout\(resolve|=> setTimeout\(|timers\/promises/.test(text.get(file) ?? ''),
  )
  const paced = [
    'test/api/uploads/received.integration.test.ts',
    'test/attacks/harness/pace.ts',
    'test/db/embedded/embedded-service.ts',
    'test/scenarios/persistent-load.ts',
    'test/scenarios/operation/disk-full.test.ts',
  ]
  const own = relative(packageRoot, import.meta.filename)
  expect(guessed.filter((file) => !paced.includes(file) && file !== own)).toEqual([])
})

test('a folder of tests holds at most fifteen files', () => {
  const counts = new Map<string, number>()
  for (const file of sources.filter(
    (file) => file.startsWith('test/') && folderOf(file) !== 'test',
  )) {
    counts.set(folderOf(file), (counts.get(folderOf(file)) ?? 0) + 1)
  }
  expect([...counts].filter(([, count]) => count > filesMax)).toEqual([])
})

test('every link of the README and the pages in infra leads to a file', () => {
  const pages = files.filter((file) => /^(README|infra\/[^/]+)\.md$/.test(file))
  const broken = pages.flatMap((page) => {
    const links = readFileSync(join(packageRoot, page), 'utf8').matchAll(
      /\]\(([^)#:\s]+)(#[^)]*)?\)/g,
    )
    return [...links]
      .map(([, link]) => posix.join(folderOf(page), link ?? ''))
      .filter((path) => !existsSync(join(packageRoot, path)))
      .map((path) => `${page}: ${path}`)
  })
  expect(broken).toEqual([])
})
