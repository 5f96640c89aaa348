import { afterAll, beforeAll } from 'vitest'
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
