import type { IncomingMessage } from 'node:http'
import { Pace } from '../admission/pace.ts'
import { tooSlow } from '../admission/refusals.ts'

/** Milliseconds of this process; tests have a faster one. */
export interface UploadClock {
  readonly now: () => number
  /** How often the pace is looked at. */
  readonly checkEveryMs: number
}

const uploadClock: UploadClock = {
  now: () => performance.now(),
  checkEveryMs: 1_000,
}

/**
 * The pieces of an upload as they come. It ends with a 408 when its sender is too slow, whose time
 * is only that in which the next piece is waited for: while rows are unpacked, read and stored he
 * cannot go on.
 */
export async function* receivedInTime(
  request: IncomingMessage,
  { now, checkEveryMs }: UploadClock = uploadClock,
): AsyncGenerator<Buffer> {
  // Leaving the loop early must not end the connection: the answer is still to be sent on it.
  const pieces: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false })
  const pace = new Pace({ declared: null, startedAt: 0, isUpload: true })
  let waited = 0
  let since: number | null = null
  let late = (_problem: Error) => {}
  const watching = setInterval(() => {
    const waiting = since === null ? 0 : now() - since
    if (pace.isTooSlow(waited + waiting)) late(tooSlow())
  }, checkEveryMs)
  const next = () =>
    new Promise<IteratorResult<Buffer>>((resolve, reject) => {
      late = reject
      pieces.next().then(resolve, reject)
    })
  try {
    for (;;) {
      since = now()
      const { done, value } = await next()
      waited += now() - since
      since = null
      if (done) return
      pace.received(value.length)
      yield value
    }
  } finally {
    clearInterval(watching)
    void pieces.return?.()
  }
}
