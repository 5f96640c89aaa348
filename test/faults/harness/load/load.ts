import { setTimeout as pause } from 'node:timers/promises'
import type { Call, DrawCall } from './calls.ts'
import { headerOf, isFinal, isRefusedForNow } from './calls.ts'
import type { Answer, HttpClient } from './http.ts'
import { inParallel } from './in-parallel.ts'

/**
 * Calls at a fixed rate, whatever becomes of those before: a pipeline that stalls cannot hide the
 * calls that it kept from being sent. Callers with an Idempotency-Key repeat the call until it is
 * answered; the others learn nothing and leave it at that.
 */
export interface Load {
  readonly calls: readonly Call[]
  /** One call at once, beside those that are due. */
  one(): Promise<Call>
  /** Lets time pass under load. */
  during(ms: number): Promise<void>
  /** No new calls; those on their way end. */
  stop(): Promise<void>
  /**
   * Every 202 is asked for, and every call under a key repeated, until it has its answer. Gives
   * those that had none in time.
   */
  settle(limitMs: number): Promise<readonly Call[]>
}

export interface LoadDeps {
  readonly urls: () => readonly string[]
  readonly http: HttpClient
  readonly draw: DrawCall
  readonly perSecond: number
}

const tickMs = 4
const retryMs = 250
/**
 * A second's worth and more: calls due while so many are on their way are not sent, and count as
 * never answered. Otherwise a slow machine would work off the backlog of a stall for minutes.
 */
const inFlightMax = 400
const settlingAtOnce = 32
const pollMs = 50

export function startLoad(deps: LoadDeps): Load {
  const calls: Call[] = []
  const running = new Set<Promise<void>>()
  const startedAt = performance.now()
  let stopping = false
  let turn = 0

  async function attempt(call: Call): Promise<Answer> {
    const urls = deps.urls()
    turn += 1
    const url = urls[turn % urls.length] ?? ''
    const { account, path, body, headers } = call
    const answer = await deps.http.send({ url, path, body, headers, key: account.key })
    call.answers.push(answer)
    return answer
  }

  async function conduct(call: Call): Promise<void> {
    const first = attempt(call)
    const second = call.sentTwice === 'at once' ? attempt(call) : null
    let answer = await first
    await second
    while (call.idempotencyKey !== null && isRefusedForNow(answer) && !stopping) {
      await pause(retryMs)
      answer = await attempt(call)
    }
    if (call.sentTwice === 'afterwards' && !stopping) await attempt(call)
  }

  let sent = 0
  function sendDue(): void {
    const due = ((performance.now() - startedAt) * deps.perSecond) / 1_000
    for (; sent < due; sent += 1) {
      const call = deps.draw(startedAt + (sent * 1_000) / deps.perSecond)
      calls.push(call)
      if (running.size >= inFlightMax) continue
      const conducted = conduct(call).finally(() => running.delete(conducted))
      running.add(conducted)
    }
  }
  const timer = setInterval(sendDue, tickMs)

  return {
    calls,
    async one() {
      const call = deps.draw(performance.now())
      calls.push(call)
      await conduct(call)
      return call
    },
    during: pause,
    async stop() {
      clearInterval(timer)
      stopping = true
      await Promise.all(running)
    },
    async settle(limitMs) {
      const deadline = performance.now() + limitMs
      const open = calls.filter((call) => wantsMore(call))
      await inParallel(open, settlingAtOnce, async (call) => {
        while (wantsMore(call) && performance.now() < deadline) {
          const answer = await (locationOf(call) === null ? attempt(call) : ask(call))
          if (!isFinal(answer)) await pause(pollMs)
        }
      })
      return open.filter((call) => wantsMore(call))
    },
  }

  async function ask(call: Call): Promise<Answer> {
    const url = deps.urls()[0] ?? ''
    const path = locationOf(call) ?? ''
    const answer = await deps.http.send({ method: 'GET', url, path, key: call.account.key })
    call.answers.push(answer)
    return answer
  }
}

/** Promised and not yet delivered, or repeatable and not yet answered. */
function wantsMore(call: Call): boolean {
  const last = call.answers.at(-1)
  if (!last || call.answers.some(isFinal)) return false
  if (locationOf(call) !== null) return true
  return call.idempotencyKey !== null && isRefusedForNow(last)
}

export function locationOf(call: Call): string | null {
  const accepted = call.answers.find(({ status }) => status === 202)
  return accepted ? headerOf(accepted, 'location') : null
}
