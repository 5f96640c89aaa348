import { fork } from 'node:child_process'
import { attacks } from '../all.ts'
import type { Given, Struck } from './attack.ts'

/** The process of an attacker: it is told which attack, strikes once, tells, and ends. */
const limitMs = 180_000

if (process.argv[1] === import.meta.filename) {
  process.once('message', async (message) => {
    const { name, given } = message as { name: string; given: Given } // as: strike() below sent it.
    const attack = attacks.find((each) => each.name === name)
    if (!attack) throw new Error(`There is no attack ${name}.`)
    process.send?.(await attack.strike(given), () => process.exit(0))
  })
}

export function strikeFromElsewhere(name: string, given: Given): Promise<Struck> {
  const attacker = fork(import.meta.filename, { execArgv: ['--import', 'tsx'] })
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => attacker.kill('SIGKILL'), limitMs)
    attacker.on('message', (told) => resolve(told as Struck)) // as: the process above tells it.
    attacker.on('exit', (code, signal) => {
      clearTimeout(late)
      reject(new Error(`${name}: the attacker ended early (${signal ?? code}).`))
    })
    attacker.send({ name, given })
  })
}
