import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { LaterLines } from './checked-lines.ts'
import { CheckedLines, faultIn } from './checked-lines.ts'
import type { Claim } from './claims.ts'
import type { FileSpan } from './lines.ts'

export interface HalfTask {
  readonly file: string
  readonly span: FileSpan
  readonly claims: readonly Claim[]
  readonly seed: Uint32Array<ArrayBuffer>
}

/** Checks the second half of a file by itself, while somebody checks the first. */
export type CheckHalf = (task: HalfTask) => {
  /** Null where anything is wrong, or only in doubt. */
  readonly found: Promise<LaterLines | null>
  readonly stop: () => Promise<unknown>
}

export async function checkHalf({
  file,
  span,
  claims,
  seed,
}: HalfTask): Promise<LaterLines | null> {
  const lines = new CheckedLines(claims, { startsAnywhere: true, seed })
  return (await faultIn(lines, file, span)) ? null : lines.found()
}

const threadName = 'the second half of a ledger'
/** Longer than any file takes; a thread that hangs is given up, and its half checked here. */
const limitMs = 600_000
/** Short-lived texts are all that it makes; the digests lie outside. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 }

/**
 * In a thread of its own, whose program is this very file, bundled or not. A thread that
 * fails (there is no room for one, or the bundle is none that it can load) is only a doubt.
 */
export const checkInThread: CheckHalf = (task) => {
  try {
    return checking(task)
  } catch {
    return { found: Promise.resolve(null), stop: async () => {} }
  }
}

const checking: CheckHalf = (task) => {
  const options = { workerData: { name: threadName, task }, argv: [], stdout: true, stderr: true }
  const worker = new Worker(new URL(import.meta.url), { ...options, resourceLimits })
  const found = new Promise<LaterLines | null>((resolve) => {
    worker.once('message', resolve)
    worker.once('error', () => resolve(null))
    worker.once('exit', () => resolve(null))
    setTimeout(() => resolve(null), limitMs).unref()
  })
  return { found, stop: () => worker.terminate() }
}

if (!isMainThread && parentPort && workerData?.name === threadName) {
  const port = parentPort
  const tell = (found: LaterLines | null) =>
    port.postMessage(found, found ? [found.settled.buffer] : [])
  checkHalf(workerData.task).then(tell, () => tell(null))
}
