import { openFailure } from '../errors.ts'
import type { Lag, Membership } from '../log/event-log.ts'
import type { PipelineDeps } from '../pipeline.ts'
import { opening, stages } from '../pipeline.ts'

export interface Pipeline {
  readonly failed: Promise<Error>
  lags(): Promise<ReadonlyMap<string, readonly Lag[]>>
  close(): Promise<void>
}

/** Opens those stages that this process plays. */
export async function openPipeline(
  deps: PipelineDeps,
  plays: readonly string[] = opening,
): Promise<Pipeline> {
  const { failed, fail } = openFailure('log_unavailable', 'a stage failed')
  const opened = new Map<string, Membership>()
  const close = async () => {
    for (const stage of [...opened.values()].reverse()) await stage.close()
  }
  try {
    for (const name of opening.filter((stage) => plays.includes(stage))) {
      opened.set(name, await stages[name].open({ ...deps, fail }))
    }
  } catch (error) {
    await close()
    throw error
  }
  return {
    failed,
    async lags() {
      const lags = new Map<string, readonly Lag[]>()
      for (const [name, stage] of opened) lags.set(name, await stage.lag())
      return lags
    },
    close,
  }
}
