import { bundle } from '../bundle.ts'
import { openChild } from '../child.ts'
import type { Closing } from '../closing.ts'
import type { Load, Task } from './task.ts'
import { outcomeSchema } from './task.ts'

const patienceMs = 20_000

/** Loads a side and tells what it found; one answer that is not 2xx fails the bench. */
export type Generator = (side: string, task: Task) => Promise<Load>

export async function openGenerator(closing: Closing): Promise<Generator> {
  const program = await bundle('load/generator.ts')
  const child = openChild({ name: 'the load generator', args: [program], closing })
  return async (side, task) => {
    child.send(task)
    const outcome = outcomeSchema.parse(JSON.parse(await child.line(limitOf(task))))
    if ('fault' in outcome) throw new Error(`${side}, POST ${task.path}: ${outcome.fault}`)
    return outcome
  }
}

function limitOf(task: Task): number {
  const leadIn = task.type === 'closed' ? task.leadInSeconds : 0
  return (task.seconds + leadIn) * 1_000 + patienceMs
}
