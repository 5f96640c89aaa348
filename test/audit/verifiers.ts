import { execFile, execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'vitest'
import type { Claim } from '../../src/audit/file/claims.ts'
import { receiptClaim } from '../../src/audit/file/claims.ts'
import { checkHalf } from '../../src/audit/file/second-half.ts'
import type { Halves } from '../../src/audit/file/verify-file.ts'
import { reportOf, verifyFile } from '../../src/audit/file/verify-file.ts'

/** Two programs that share no line: a fault counts as detected when both name it. */
export interface Verdict {
  readonly valid: boolean
  readonly said: string
}

export async function verdictOfOurs(file: string, claims: readonly Claim[]): Promise<Verdict> {
  const verified = await verifyFile(file, claims, null)
  const said = reportOf(verified)
  const saidOfHalves = reportOf(await verifyFile(file, claims, inHalves))
  if (said !== saidOfHalves) throw new Error(`whole: ${said}; in halves: ${saidOfHalves}`)
  return { valid: verified.fault === null, said }
}

/** The second half as a thread would check it. */
const inHalves: Halves = {
  check: (task) => ({ found: checkHalf(task), stop: async () => {} }),
  fromBytes: 0,
}

const script = join(import.meta.dirname, '..', '..', 'infra', 'verify-ledger.py')

export function verdictOfPython(args: readonly string[]): Promise<Verdict> {
  return new Promise((resolve) => {
    execFile('python3', [script, ...args], (error, out, err) => {
      resolve({ valid: error === null, said: `${out}${err}`.trim() })
    })
  })
}

export async function verdictsOf(file: string, receipts: readonly string[] = []) {
  const ours = await verdictOfOurs(file, receipts.map(receiptClaim))
  const flags = receipts.flatMap((receipt) => ['--receipt', receipt])
  return { ours, python: pythonIsHere ? await verdictOfPython([file, ...flags]) : ours }
}

/** Where there is no Python, its half is skipped. */
export const pythonIsHere = succeeds('python3', ['--version'])

/**
 * A test that needs a program of others: where that is missing it is skipped, and the report says
 * why. Programs that CI installs for sure may not be missing there.
 */
export function testWith(program: string, whence: string, sureInCi = true) {
  const isHere = succeeds(program, ['--help'])
  const reason = `${program} is not installed: ${whence}`
  return (name: string, act: () => Promise<void> | void) =>
    test(name, async (context) => {
      if (!isHere && sureInCi && process.env.CI === 'true') throw new Error(reason)
      if (!isHere) context.skip(reason)
      await act()
    })
}

function succeeds(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
