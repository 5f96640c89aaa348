import { parseArgs } from 'node:util'
import type { Mode } from '../harness/world/world.ts'

export interface SoakOptions {
  readonly mode: Mode
  readonly minutes: number
  /** Calls per second. */
  readonly rate: number
  readonly seed: number
  /** The folder for the picture. */
  readonly out: string
}

const usage = `npm run soak -- --mode MODE [flags]
  --mode MODE   embedded or distributed
  --minutes N   how long the load lasts (30)
  --rate N      calls per second (150)
  --seed N      chooses the calls and the processes to kill (a new one)
  --out FOLDER  where soak-MODE.svg is written (infra)`

const standard = { minutes: 30, rate: 150, out: 'infra' } as const
const seedLimit = 1_000_000

export function readOptions(args: readonly string[]): SoakOptions {
  try {
    return parse(args)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${reason}\n\n${usage}`)
  }
}

function parse(args: readonly string[]): SoakOptions {
  const text = { type: 'string' } as const
  const options = { mode: text, minutes: text, rate: text, seed: text, out: text }
  const { values } = parseArgs({ args: [...args], options })
  return {
    mode: readMode(values.mode),
    minutes: whole('minutes', values.minutes, standard.minutes, 1_440),
    rate: whole('rate', values.rate, standard.rate, 10_000),
    seed: whole('seed', values.seed, 1 + Math.floor(Math.random() * seedLimit), 2 ** 31),
    out: values.out ?? standard.out,
  }
}

function readMode(text: string | undefined): Mode {
  if (text === 'embedded' || text === 'distributed') return text
  throw new Error(`--mode must be embedded or distributed, not ${text ?? 'left out'}`)
}

function whole(name: string, text: string | undefined, otherwise: number, most: number): number {
  if (text === undefined) return otherwise
  const value = Number(text)
  if (/^[1-9]\d{0,9}$/.test(text) && value <= most) return value
  throw new Error(`--${name} must be a whole number from 1 to ${most}, not ${text}`)
}
