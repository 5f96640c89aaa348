import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Linux shows processor time in hundredths of a second, whatever the kernel's own clock is. */
const ticksPerSecond = 100
const quietSeconds = 0.03
const quietForMs = 200
const quietLimitMs = 10_000
const sampleEveryMs = 100

/** Processor seconds of a Node process, and of all that it started: its Postgres. */
export interface Cost {
  readonly node: number
  readonly postgres: number
}

export function costOf(pid: number): Cost {
  const all = readProcesses()
  const own = all.find((process) => process.pid === pid)
  const below = descendants(all, pid)
  const ticks = below.reduce((sum, { ownTicks, deadTicks }) => sum + ownTicks + deadTicks, 0)
  return { node: (own?.ownTicks ?? 0) / ticksPerSecond, postgres: ticks / ticksPerSecond }
}

/**
 * Waits until a side has finished what it does behind its answers, so that it pays for it itself.
 */
export async function untilQuiet(pid: number): Promise<void> {
  const deadline = performance.now() + quietLimitMs
  let before = total(costOf(pid))
  while (performance.now() < deadline) {
    await pause(quietForMs)
    const now = total(costOf(pid))
    if (now - before < quietSeconds) return
    before = now
  }
}

function total({ node, postgres }: Cost): number {
  return node + postgres
}

/** The largest resident size, in MB, that a process had between now and `stop`. */
export function watchMemory(pid: number): { stop(): number } {
  let peak = residentMb(pid)
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(pid))
  }, sampleEveryMs)
  return {
    stop() {
      clearInterval(timer)
      return Math.max(peak, residentMb(pid))
    },
  }
}

/** Nothing once the process has ended, though its parent has not heard of it yet. */
function residentMb(pid: number): number {
  const status = read(`/proc/${pid}/status`)
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_000
}

interface Process {
  readonly pid: number
  readonly parent: number
  readonly ownTicks: number
  /** The ticks of children that have ended. */
  readonly deadTicks: number
}

function readProcesses(): readonly Process[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    const line = read(`/proc/${pid}/stat`)
    if (line === '') return []
    // The command in parentheses may hold anything; the numbered fields follow the last one.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    const [parent = 0, user = 0, system = 0, deadUser = 0, deadSystem = 0] = [
      1, 11, 12, 13, 14,
    ].map((index) => Number(fields[index]))
    return [{ pid: Number(pid), parent, ownTicks: user + system, deadTicks: deadUser + deadSystem }]
  })
}

function descendants(all: readonly Process[], pid: number): readonly Process[] {
  const children = all.filter(({ parent }) => parent === pid)
  return children.flatMap((child) => [child, ...descendants(all, child.pid)])
}

/** Empty when the process has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
