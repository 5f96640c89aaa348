import { pause } from './repeat.ts'
import { ApiError } from './send.ts'

interface Accepted {
  readonly status: number
  readonly headers: Headers
}

export interface Settling {
  readonly limitMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

const settleLimitMs = 60_000
const longestStepMs = 5_000

/** A call that takes longer is answered 202 with where its answer will be: `ask` goes there. */
export async function settled<T extends Accepted>(
  first: T,
  ask: (path: string) => Promise<T>,
  { limitMs = settleLimitMs, signal }: Settling = {},
): Promise<T> {
  const end = performance.now() + limitMs
  let answer = first
  while (answer.status === 202) {
    // Only the path: the address may name the service otherwise than its caller does.
    const path = /\/requests\/[^/?#]+$/.exec(answer.headers.get('Location') ?? '')?.[0]
    const stepMs = Number(answer.headers.get('Retry-After') ?? 1) * 1_000
    if (!path || performance.now() + stepMs > end) throw unsettled(answer, path)
    await pause(Math.min(stepMs || 0, longestStepMs), signal)
    answer = await ask(path)
  }
  return answer
}

function unsettled({ headers }: Accepted, path: string | undefined): ApiError {
  const where = path ? `it will be at ${path}` : 'where its answer will be was not said'
  return new ApiError(202, { detail: `It is not answered yet; ${where}, charged once.` }, headers)
}
