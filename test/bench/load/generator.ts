/**
 * The load generator's process: a task a line on standard input, its outcome on standard output.
 */
import { createInterface } from 'node:readline'
import { runClosedLoop } from './closed-loop.ts'
import { runOpenLoop } from './open-loop.ts'
import type { Load, Task } from './task.ts'
import { taskSchema } from './task.ts'

for await (const line of createInterface({ input: process.stdin })) {
  const outcome = await run(taskSchema.parse(JSON.parse(line))).catch((error: unknown) => {
    return { fault: error instanceof Error ? error.message : String(error) }
  })
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
}

function run(task: Task): Promise<Load> {
  return task.type === 'closed' ? runClosedLoop(task) : runOpenLoop(task)
}
