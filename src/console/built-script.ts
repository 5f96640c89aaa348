import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** The console's script: the page names its beginning, and each section comes when it is opened. */
export interface ConsoleScript {
  /** The file that the page starts. */
  readonly entry: string
  /** Every file that the entry imports, at whatever depth: asked for beside it, not one by one. */
  readonly imported: readonly string[]
  /** By name, which holds a hash of the content: a name never comes to mean another text. */
  readonly files: ReadonlyMap<string, ScriptFile>
}

interface ScriptFile {
  readonly text: string
}

/** Names what the build wrote; what older builds left in the folder is not among it. */
const manifest = z.object({
  outputs: z.record(
    z.string(),
    z.object({
      entryPoint: z.string().optional(),
      imports: z.array(z.object({ path: z.string(), kind: z.string() })),
    }),
  ),
})
type Outputs = z.infer<typeof manifest>['outputs']

/**
 * The console's own script, which a build puts beside the program that it belongs to: so a build
 * made beside a running service exchanges nothing of that one, which has read it at its start.
 */
export function readConsoleScript(): ConsoleScript {
  const here = dirname(fileURLToPath(import.meta.url))
  const beside = [here, dirname(here)].map((folder) => join(folder, 'console'))
  const folder = beside.find((path) => existsSync(join(path, 'files.json')))
  if (!folder) throw new Error('the console is not built: `npm run build` puts it beside main.js')
  return readScriptIn(folder)
}

export function readScriptIn(folder: string): ConsoleScript {
  const { outputs } = manifest.parse(JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8')))
  const paths = Object.keys(outputs)
  const entry = paths.find((path) => outputs[path]?.entryPoint?.endsWith('/main.tsx'))
  if (!entry) throw new Error('the build of the console has no beginning')
  return {
    entry: basename(entry),
    imported: importedBy(outputs, entry).map((path) => basename(path)),
    files: new Map(
      paths.map((path) => {
        const name = basename(path)
        return [name, { text: readFileSync(join(folder, name), 'utf8') }]
      }),
    ),
  }
}

/** Imports that are waited for, theirs among them; pages that come later are `dynamic-import`. */
function importedBy(outputs: Outputs, file: string): readonly string[] {
  const found = new Set<string>()
  const open = [file]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const { path, kind } of outputs[next]?.imports ?? []) {
      if (kind !== 'import-statement' || found.has(path)) continue
      found.add(path)
      open.push(path)
    }
  }
  return [...found]
}
