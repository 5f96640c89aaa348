import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { attacks } from './all.ts'
import type { Attack, Form } from './harness/attack.ts'
import { judge } from './harness/limits.ts'
import { runAttack } from './harness/run.ts'

/**
 * Seconds each in the short form, which is generous with times and strict with money and with
 * whatever must not happen; `npm run attacks` is the long form, which holds times too.
 */
const form: Form = process.env.ATTACKS_FORM === 'long' ? 'long' : 'short'
const figures = process.env.ATTACKS_FIGURES
const limitMs = 360_000

for (const attack of attacks) {
  const title = `${attack.name}: ${attack.says}; nobody else notices`
  const concurrent = form === 'short' && attack.mostlyWaits === true
  test(title, { concurrent, timeout: limitMs }, () => strike(attack))
}

async function strike(attack: Attack): Promise<void> {
  const judged = judge(await runAttack(attack, form), form)
  if (figures) appendFileSync(figures, `${JSON.stringify(judged)}\n`)
  const { p50Ms, p99Ms } = judged.bystander
  process.stdout.write(`${attack.name}: a bystander's p50 ${p50Ms} ms, p99 ${p99Ms} ms\n`)
  expect(judged.missed).toEqual([])
}
