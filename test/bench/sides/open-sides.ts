import type { Closing } from '../closing.ts'
import type { Options } from '../options.ts'
import { openPlain } from './open-plain.ts'
import type { ServiceSide } from './open-service.ts'
import { openServiceSide } from './open-service.ts'
import type { Side } from './side.ts'

export interface Sides {
  readonly service: ServiceSide
  /** The same service with a long ledger, when --preload asks for one. */
  readonly preloaded: ServiceSide | null
  readonly alternative: Side
  readonly bare: Side
}

/** All of them run all the time, each in a process of its own; one at a time is loaded. */
export async function openSides(options: Options, closing: Closing): Promise<Sides> {
  const { accounts, preload } = options
  const service = await openServiceSide({ name: 'service', accounts, preload: 0, closing })
  const long = `service, ${preload.toLocaleString('en')} entries`
  const preloaded =
    preload > 0 ? await openServiceSide({ name: long, accounts, preload, closing }) : null
  const args = [await closing.temporaryDirectory(), String(accounts)]
  const alternative = await openPlain('alternative', 'sides/alternative-server.ts', {
    closing,
    args,
  })
  const bare = await openPlain('bare Express', 'sides/bare-server.ts', { closing, args: [] })
  return { service, preloaded, alternative, bare }
}
