import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { cleanEnvironment } from '../scenarios/service.ts'

/** `npx enrich` in a process of its own. */
export const enrichProgram = join(import.meta.dirname, '..', '..', 'infra', 'enrich.mjs')

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Started {
  /** For signals. */
  readonly pid: number
  readonly ended: Promise<Ended>
  /** Everything said so far. */
  said(): string
}

export interface Surroundings {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

export function startEnrich(args: readonly string[], where: Surroundings): Started {
  const child = spawn(process.execPath, [enrichProgram, ...args], {
    cwd: where.cwd,
    env: { ...cleanEnvironment(), ...where.env },
  })
  const text = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    text.out += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    text.err += chunk
  })
  child.stdin.end(where.input ?? '')
  const ended = new Promise<Ended>((resolve) =>
    child.on('close', (code) => resolve({ code, ...text })),
  )
  return { pid: child.pid ?? 0, ended, said: () => text.out + text.err }
}

export function runEnrich(args: readonly string[], where: Surroundings): Promise<Ended> {
  return startEnrich(args, where).ended
}
