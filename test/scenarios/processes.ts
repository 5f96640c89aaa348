import { spawnSync } from 'node:child_process'

/** Every process of the machine, as ps tells it on Linux and macOS alike. */
export function processes(): readonly { readonly pid: number; readonly parent: number }[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state = 'Z']) => !state.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }))
}

export function isAlive(pid: number): boolean {
  return processes().some((each) => each.pid === pid)
}

/** The process and everything that descends from it. */
export function familyOf(pid: number): number[] {
  const all = processes()
  const family = [pid]
  for (const each of family) {
    family.push(...all.filter(({ parent }) => parent === each).map((child) => child.pid))
  }
  return family
}
