import { afterAll, beforeAll } from 'vitest'
import { askProvider } from '../stack/ask-provider.ts'
import { scenarioMode } from './distributed-place.ts'
import type { Environment, RunningService } from './service.ts'
import { startService } from './service.ts'

/** One service for all tests of a file: started before the first, stopped after the last. */
export function shareService(env: Environment = {}): () => RunningService {
  let service: RunningService | null = null
  beforeAll(async () => {
    service = await startService(env)
  })
  afterAll(() => service?.close())
  return () => {
    if (!service) throw new Error('The service has not been started.')
    return service
  }
}

/** A service that others use at the same time: not to be stopped, and its log and totals are many accounts'. */
export type UsedService = Pick<RunningService, 'url' | 'dataDir' | 'places' | 'database'>

/**
 * The one service of the run, in the mode of these scenarios: for all that clients do with accounts
 * of their own. A test that stops it, or needs settings of its own, takes `shareService`.
 */
export function useService(): () => UsedService {
  let service: UsedService | null = null
  beforeAll(async () => {
    // as: it is what test/stack/shared.ts gave.
    service = (await askProvider('service', { mode: scenarioMode })) as UsedService
  })
  return () => {
    if (!service) throw new Error('The service has not been started.')
    return service
  }
}
