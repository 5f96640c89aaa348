import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { bend } from './harness/bent/bend.ts'
import { fault } from './harness/fault.ts'

const minute = 60_000
const folder = mkdtempSync(join(tmpdir(), 'clock-'))
const file = join(folder, 'shift-ms')
afterAll(() => rmSync(folder, { recursive: true }))

/** Clocks decide nothing about money, and an account's entries never go back in time. */
fault({
  name: 'F11',
  title: 'clocks jump by ± 5 and + 70 minutes',
  env: { ...bend('clock'), CLOCK_FILE: file },
  async embedded({ world, form, load, figure, demand }) {
    const shifts = [-5 * minute, 5 * minute, 70 * minute, -5 * minute, 0]
    for (const shiftMs of shifts) {
      writeFileSync(file, String(shiftMs))
      await load.during(form.name === 'long' ? 12_000 : 1_200)
    }
    const { ledger } = await world.readLog()
    const furthest = Math.max(...ledger.map(({ message }) => Date.parse(String(message?.at))))
    figure('entries ahead of the clock by, min', Math.round((furthest - Date.now()) / minute))
    demand('I5', furthest > Date.now() + 60 * minute, 'the clocks were never bent')
  },
})
