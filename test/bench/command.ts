import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/config/paths.ts'
import type { Closing } from './closing.ts'
import { watchMemory } from './process-cost.ts'

const ticksPerSecond = 100
const enrichProgram = join(packageRoot, 'infra', 'enrich.mjs')

/** A command of its own process: how long it took, what it cost, and what it said. */
export interface Took {
  readonly seconds: number
  /** The time of the command and all that it started and waited for, such as its Postgres. */
  readonly cpuSeconds: number
  /** The size of the Node process at its largest. */
  readonly peakMb: number
  readonly said: string
}

export function runEnrich(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  closing: Closing,
): Promise<Took> {
  return runNode([enrichProgram, ...args], env, closing)
}

export async function runNode(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  closing: Closing,
): Promise<Took> {
  const before = childTicks()
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  closing.add(async () => void child.kill('SIGTERM'))
  const memory = watchMemory(child.pid ?? 0)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2_000)
    })
  }
  const code = await new Promise((resolve) => child.on('close', resolve))
  const seconds = (performance.now() - startedAt) / 1_000
  const peakMb = memory.stop()
  if (code !== 0) throw new Error(`${args.slice(1).join(' ')} ended with ${code}: ${said}`)
  return { seconds, cpuSeconds: (childTicks() - before) / ticksPerSecond, peakMb, said }
}

/** Processor time of all children that have ended, theirs included. */
function childTicks(): number {
  const line = readFileSync('/proc/self/stat', 'utf8')
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return Number(fields[13]) + Number(fields[14])
}
