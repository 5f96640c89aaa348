import { expect, test } from 'vitest'
import type { Verdict } from '../reader/evidence.ts'
import type { Form } from './form.ts'
import { chosenForm } from './form.ts'
import type { Run } from './run.ts'
import { runFault } from './run.ts'
import type { DistributedWorld } from './world/distributed-world.ts'
import type { EmbeddedWorld } from './world/embedded-world.ts'
import { openEmbeddedWorld } from './world/embedded-world.ts'
import { discardWorld, missing, sharedWorld } from './world/shared-world.ts'
import type { Mode, World } from './world/world.ts'

export interface Fault {
  readonly name: string
  readonly title: string
  /** The pace of the load, where it is not the standard one. */
  readonly perSecond?: number
  readonly embedded?: (run: Run<EmbeddedWorld>) => Promise<void>
  readonly distributed?: (run: Run<DistributedWorld>) => Promise<void>
  /** The same in both modes. */
  readonly both?: (run: Run<EmbeddedWorld | DistributedWorld>) => Promise<void>
  /** A world of its own instead of the usual ones. */
  readonly worlds?: {
    readonly embedded?: () => Promise<EmbeddedWorld>
    readonly distributed?: () => Promise<DistributedWorld>
  }
  /** CI has twenty minutes: there the distributed mode alone shows what is the same in both. */
  readonly oneModeInCi?: boolean
  /** Starting servers of its own takes longer than the short form allows. */
  readonly distributedOnlyLong?: boolean
  /** Why it cannot be tried on this machine. */
  readonly skipped?: string | null
}

const testLimitMs = 900_000
const faultsShown = 5
const onlyLong = 'in the long form only, because its servers take longer to start than CI has'

/** Declares the tests of a fault: one for every mode that it can happen in, and every seed. */
export function fault(definition: Fault): void {
  const form = chosenForm()
  const { both, worlds, skipped = null } = definition
  const embedded = definition.embedded ?? both
  const distributed = definition.distributed ?? both
  for (const seed of form.seeds) {
    if (embedded && !(definition.oneModeInCi && process.env.CI === 'true')) {
      const opening = { open: worlds?.embedded ?? openEmbeddedWorld, close }
      declare({ definition, form, seed, mode: 'embedded', skipped }, embedded, opening)
    }
    if (distributed) {
      const own = worlds?.distributed
      const shared = { open: sharedWorld, close: closeShared }
      // In CI nothing may be missing: the fault then runs, and fails for what it lacks.
      const lacks = missing.length > 0 && process.env.CI !== 'true'
      const tooLong = definition.distributedOnlyLong && form.name === 'short'
      const why = skipped ?? (tooLong ? onlyLong : lacks ? missing.join(' ') : null)
      const seeded = { definition, form, seed, mode: 'distributed', skipped: why } as const
      declare(seeded, distributed, own ? { open: own, close } : shared)
    }
  }
}

interface Declared {
  readonly definition: Fault
  readonly form: Form
  readonly seed: number
  readonly mode: Mode
  readonly skipped: string | null
}

interface Opening<W extends World> {
  readonly open: () => Promise<W>
  readonly close: (world: W, failed: boolean) => Promise<void>
}

const close = (world: World) => world.close()
const closeShared = async (_world: World, failed: boolean) => {
  if (failed) await discardWorld()
}

function declare<W extends World>(
  declared: Declared,
  inject: (run: Run<W>) => Promise<void>,
  opening: Opening<W>,
): void {
  const { definition, mode, seed } = declared
  const { FAULTS_MODE: only = mode } = process.env
  const skipped = only === mode ? declared.skipped : `only the ${only} mode was asked for`
  const title = `${definition.name} ${mode}: ${definition.title} (seed ${seed})`
  if (skipped !== null) {
    test.skip(`${title}: ${skipped}`)
    return
  }
  test(title, { timeout: testLimitMs }, async () => {
    const world = await opening.open()
    let failed = true
    try {
      const broken = (await runFault(declared, world, inject)).flatMap(described)
      if (broken.length > 0) process.stdout.write(`    ${broken.join('\n    ')}\n`)
      expect(broken, title).toEqual([])
      failed = false
    } catch (error) {
      process.stdout.write(`${title}\n${String(error)}\n${world.output()}\n`)
      throw error
    } finally {
      await opening.close(world, failed)
    }
  })
}

function described({ invariant, faults }: Verdict): readonly string[] {
  const more = faults.length - faultsShown
  return [
    ...faults.slice(0, faultsShown).map((what) => `${invariant}: ${what}`),
    ...(more > 0 ? [`${invariant}: and ${more} more`] : []),
  ]
}
