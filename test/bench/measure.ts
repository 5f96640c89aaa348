import type { Generator } from './load/open-generator.ts'
import type { Load, Task } from './load/task.ts'
import { costOf, untilQuiet, watchMemory } from './process-cost.ts'
import type { Side } from './sides/side.ts'

/** One side under one load, with all that it cost, including what it finished afterwards. */
export interface Run extends Load {
  /** Processor seconds a thousand requests. */
  readonly nodeCost: number
  readonly postgresCost: number
  readonly peakMb: number
}

type WithoutSide<T> = T extends Task ? Omit<T, 'port' | 'keys'> : never

export async function measure(
  generate: Generator,
  side: Side,
  load: WithoutSide<Task>,
): Promise<Run> {
  await untilQuiet(side.pid)
  const before = costOf(side.pid)
  const memory = watchMemory(side.pid)
  const startedAt = performance.now()
  const found = await generate(side.name, { ...load, port: side.port, keys: side.keys })
  const seconds = (performance.now() - startedAt) / 1_000
  await untilQuiet(side.pid)
  const peakMb = memory.stop()
  const after = costOf(side.pid)
  // The lead-in's requests are paid for as well, and not counted: they came at the same rate.
  const thousands = (found.perSecond * seconds) / 1_000
  return {
    ...found,
    peakMb,
    nodeCost: (after.node - before.node) / thousands,
    postgresCost: (after.postgres - before.postgres) / thousands,
  }
}

/**
 * Side after side, again and again: what happens to the machine happens to all of them. Every other
 * round goes backwards, or each side would always follow the same one and bear what that leaves.
 */
export async function takeTurns(
  sides: readonly Side[],
  rounds: number,
  run: (side: Side) => Promise<Run>,
): Promise<ReadonlyMap<Side, readonly Run[]>> {
  const runs = new Map(sides.map((side): [Side, Run[]] => [side, []]))
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? sides : sides.toReversed()
    for (const side of order) runs.get(side)?.push(await run(side))
  }
  return runs
}
