import { createRequire } from 'node:module'

/** As much of the client's queue of requests to one broker as concerns us. */
interface RequestQueue {
  readonly pending: readonly unknown[]
  scheduleCheckPendingRequests(): void
}

let isPatient = false

/**
 * Once a connection has had its first answer, the client looks a thousand times a second whether
 * requests that were held back may leave, also while there are none, for as long as the connection
 * lives. With this it looks only while some are held back.
 */
export function lookOnlyWhenHeldBack(): void {
  if (isPatient) return
  isPatient = true
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as {
    readonly prototype: RequestQueue
  }
  const look = prototype.scheduleCheckPendingRequests
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) look.call(this)
  }
}
