import { missingHere } from '../../infra/stack/requirements.ts'
import { jvmOptions } from './brief-broker.ts'

/** A sentence for everything that keeps the servers from starting here; none where they can. */
export async function missingServers(): Promise<readonly string[]> {
  const missing = await missingHere()
  return missing.length === 0 ? missing : (await findSource()).missing
}

export interface Source {
  /** A sentence for everything that keeps the servers from starting here. */
  readonly missing: readonly string[]
  open(): Promise<Servers>
}

export interface Servers {
  readonly environment: Readonly<Record<string, string>>
  close(): Promise<void>
}

/**
 * The code that opens servers is loaded here only: the clients and the library for containers take
 * more than a second, which a run that asks for no servers must not pay.
 */
export async function findSource(): Promise<Source> {
  const { findEngine, openContainers } = await import('./containers.ts')
  const engine = await findEngine()
  if (engine !== null) return { missing: [], open: () => openContainers(engine) }
  const missing = await missingHere()
  if (missing.length > 0) {
    process.stderr.write(`\nNo tests on real servers. ${missing.join('\n')}\n`)
  }
  const { openStack } = await import('../../infra/stack/stack.ts')
  return { missing, open: () => openStack({ jvmOptions }) }
}
