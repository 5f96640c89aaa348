import { singleBodies } from '../bodies.ts'
import type { Generator } from '../load/open-generator.ts'
import { measure, takeTurns } from '../measure.ts'
import type { Options } from '../options.ts'
import type { Sides } from '../sides/open-sides.ts'

/** Every side answers thousands of calls before anything is counted: their code is compiled then. */
export async function warmUp(
  generate: Generator,
  { service, preloaded, alternative, bare }: Sides,
  { connections, warmUpSeconds }: Options,
): Promise<void> {
  const all = [service, ...(preloaded ? [preloaded] : []), alternative, bare]
  const load = { type: 'closed', path: '/enrich', bodies: singleBodies, connections } as const
  await takeTurns(all, 1, (side) =>
    measure(generate, side, { ...load, seconds: warmUpSeconds, leadInSeconds: 0 }),
  )
}
