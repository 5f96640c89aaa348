import { appendFileSync } from 'node:fs'
import type { Verdict } from '../reader/evidence.ts'
import type { Mode } from './world/world.ts'

/** The findings of one run of a fault: a line of the table. */
export interface RunRecord {
  readonly fault: string
  readonly mode: Mode
  readonly seed: number
  readonly form: string
  readonly verdicts: readonly Verdict[]
  readonly figures: Figures
}

export type Figures = Record<string, number | string>

/** Printed for whoever reads the tests' output, and kept for the table of `npm run faults`. */
export function record(run: RunRecord): void {
  const { fault, mode, seed, verdicts, figures } = run
  const told = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  const broken = verdicts.filter(({ faults }) => faults.length > 0)
  const held = broken.length === 0 ? 'all hold' : broken.map(({ invariant }) => invariant).join(' ')
  process.stdout.write(`${fault} ${mode} seed ${seed}: ${held}; ${told.join(', ')}\n`)
  for (const { invariant, figure } of verdicts) {
    if (figure !== '') process.stdout.write(`    ${invariant} ${figure}\n`)
  }
  const { FAULTS_FIGURES: file } = process.env
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(run)}\n`)
}
