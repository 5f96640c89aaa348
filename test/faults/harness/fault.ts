import { expect, test } from 'vitest'
import type { Verdict } from '../reader/evidence.ts'
import type { EmbeddedWorld } from './embedded-world.ts'
import { openEmbeddedWorld } from './embedded-world.ts'
import { chosenForm } from './form.ts'
import type { Run, Seeded } from './run.ts'
import { runFault } from './run.ts'
import type { Mode, World } from './world.ts'

export interface Fault {
  readonly name: string
  readonly title: string
  /** For the service's processes, beside what they always get. */
  readonly env?: Readonly<Record<string, string>>
  /** Of the load, where it is not the standard one. */
  readonly perSecond?: number
  /** Why it cannot be tried on this machine. */
  readonly skipped?: string | null
  readonly embedded?: (run: Run<EmbeddedWorld>) => Promise<void>
}

const testLimitMs = 600_000
const faultsShown = 5

/** Declares the tests of a fault: one for every mode that it can happen in, and every seed. */
export function fault(definition: Fault): void {
  const form = chosenForm()
  const { embedded, env } = definition
  for (const seed of form.seeds) {
    if (!embedded) continue
    declare({ definition, form, seed, mode: 'embedded' }, embedded, () => openEmbeddedWorld(env))
  }
}

function declare<W extends World>(
  seeded: Seeded & { readonly definition: Fault; readonly mode: Mode },
  inject: (run: Run<W>) => Promise<void>,
  open: () => Promise<W>,
): void {
  const { definition, mode, seed } = seeded
  const { FAULTS_MODE: only } = process.env
  if (only !== undefined && only !== mode) return
  const { name, skipped } = definition
  const title = `${name} ${mode}: ${definition.title} (seed ${seed})`
  if (skipped) {
    test.skip(`${title}: ${skipped}`)
    return
  }
  test(title, { timeout: testLimitMs }, async () => {
    const world = await open()
    try {
      const verdicts = await runFault(seeded, world, inject)
      expect(verdicts.flatMap(described), title).toEqual([])
    } catch (error) {
      process.stdout.write(`${title}\n${world.output()}\n`)
      throw error
    } finally {
      await world.close()
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
