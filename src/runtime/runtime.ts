import { openSigner } from '../audit/checkpoints/signer.ts'
import { CodedError } from '../errors.ts'
import type { ComponentState } from './components.ts'
import { componentStates } from './components.ts'
import { openDamageWatch } from './damage-watch.ts'
import { openEmbedded } from './embedded.ts'
import type { ClosingPool, Keep, OpenedPorts, OpenedRuntime, RuntimeDeps } from './opening.ts'

/** Everything with a connection: the one place where clients are made. */
export interface Runtime extends OpenedPorts {
  /** How each part that this process stands on is doing. */
  states(limitMs: number): Promise<readonly ComponentState[]>
  close(): Promise<void>
}

export async function openRuntime(given: RuntimeDeps): Promise<Runtime> {
  const closing: { close(): Promise<void> }[] = []
  const close = async () => {
    for (const opened of closing.splice(0).reverse()) await opened.close().catch(() => {})
  }
  const keep: Keep = (opened) => {
    closing.push(opened)
    return opened
  }
  try {
    const { components, ...opened } = await openMode(given, keep)
    if (given.config.roles.includes('project')) keep(await openSigner({ ...given, ...opened }))
    const states = (limitMs: number) => componentStates(components, limitMs)
    // Before it is closed: which table is damaged can only be asked while there is a connection.
    const failed = opened.failed.then(async (error) => {
      await opened.damage.see(error)
      return error
    })
    return { ...opened, failed, states, close }
  } catch (error) {
    const pool = closing.find((opened): opened is ClosingPool => 'pool' in opened)?.pool
    const said = pool ? await openDamageWatch(pool, given.notices).see(error) : null
    await close()
    throw said === null ? error : new CodedError('start_refused', said, error)
  }
}

/** The clients of Kafka, its registry and Redis are loaded by those alone who have them. */
async function openMode(given: RuntimeDeps, keep: Keep): Promise<OpenedRuntime> {
  const { distributed } = given.config
  if (!distributed) return openEmbedded(given, keep)
  const { openDistributed } = await import('./distributed.ts')
  return openDistributed(given, distributed, keep)
}
