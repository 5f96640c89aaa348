import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { startFlags } from '../scenarios/build.ts'
import type { Closing } from './closing.ts'

const stopLimitMs = 12_000
const toldBytes = 2_000

export interface Child {
  readonly pid: number
  /** Settles when it has ended, with what it said last. */
  readonly ended: Promise<string>
  /** Its output, line by line. Fails when it ends, or says nothing for `limitMs`. */
  line(limitMs: number): Promise<string>
  send(message: object): void
  stop(): Promise<void>
}

export interface ChildOptions {
  readonly name: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly closing: Closing
}

/** A Node process of the bench, with the flags of `npm start` whatever its side. It is stopped with the bench, by its pid, whatever happens. */
export function openChild({ name, args, env = {}, closing }: ChildOptions): Child {
  const child = spawn(process.execPath, [...startFlags(), ...args], {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...env },
    stdio: 'pipe',
  })
  let told = ''
  const tell = (chunk: Buffer) => {
    told = (told + chunk.toString()).slice(-toldBytes)
  }
  child.stderr.on('data', tell)
  child.stdin.on('error', () => {}) // It has ended: `ended` says so.
  const lines: string[] = []
  let arrived: () => void = () => {}
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    arrived()
  })
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(`${name} did not start: ${error.message}`))
    child.on('close', (code, signal) =>
      resolve(`${name} ended (${signal ?? `exit code ${code}`})\n${told}`.trim()),
    )
  })

  async function line(limitMs: number): Promise<string> {
    const ready = new Promise<void>((resolve) => {
      arrived = resolve
      if (lines.length > 0) resolve()
    })
    const early = ended.then((end) => Promise.reject(new Error(end)))
    await withLimit(Promise.race([ready, early]), limitMs, `${name} said nothing. ${told}`)
    return lines.shift() ?? ''
  }
  async function stop(): Promise<void> {
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
    await ended
    clearTimeout(late)
  }
  const send = (message: object) => void child.stdin.write(`${JSON.stringify(message)}\n`)
  closing.add(stop)
  return { pid: child.pid ?? 0, ended, line, send, stop }
}

async function withLimit<T>(work: Promise<T>, limitMs: number, what: string): Promise<T> {
  let late: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    const message = `Given up after ${limitMs / 1_000} s: ${what}`
    late = setTimeout(() => reject(new Error(message)), limitMs)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(late)
  }
}
