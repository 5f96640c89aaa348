import { createRequire } from 'node:module'

/** As much of the client's consumer as concerns us. */
interface Runner {
  readonly running: boolean
  fetch(node: number): Promise<readonly unknown[]>
}

let isRefusing = false

/**
 * A consumer that is stopped at the moment when a broker has come or gone ends its fetchers and
 * makes new ones, which nobody stops any more: each asks, is given nothing because the consumer is
 * stopped, and asks again without a pause, so that the process does nothing else for good. With
 * this whoever asks for a stopped consumer is refused, which ends the fetcher.
 */
export function refuseFetchesOfStopped(): void {
  if (isRefusing) return
  isRefusing = true
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/consumer/runner') as {
    readonly prototype: Runner
  }
  const fetch = prototype.fetch
  prototype.fetch = async function (this: Runner, node: number) {
    if (!this.running) throw new Error('the consumer is stopped')
    return fetch.call(this, node)
  }
}
