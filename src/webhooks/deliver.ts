import type { Pool } from '../db/pool.ts'
import { errorText } from '../errors.ts'
import type { Notices } from '../notices.ts'
import type { Report } from '../report.ts'
import { type Claimed, claimDue, giveBack, type Made, recordAttempt } from './claim.ts'
import { takesNothing } from './failing.ts'
import { pauseAfter } from './retries.ts'
import { signingSecrets } from './secrets.ts'
import type { Attempt, SenderDeps } from './send.ts'
import { openSender } from './send.ts'

const inFlightMax = 64
const perAccountMax = 8
const pollMs = 500
const awayPollMs = 2_000
/** Its webhook went while the event was on its way. */
const deleted: Attempt = { type: 'failed', reason: 'the webhook was deleted' }
/** The status of a target that wants no more events. */
const gone = 410

export interface DeliveryDeps extends SenderDeps {
  readonly pool: Pool
  readonly report: Report
  readonly notices: Pick<Notices, 'tell'>
}

/**
 * Delivers what is due, from any number of processes. A lane has one attempt at a time and an
 * account a few, so that a slow or dead target takes nobody else's turn.
 */
export function openWebhookDelivery(deps: DeliveryDeps) {
  const { pool, report } = deps
  const sender = openSender(deps)
  const inFlight = new Map<string, Claimed>()
  const working = new Set<Promise<void>>()
  const stop = new AbortController()
  const bell = openBell()
  let moreSince = false

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      const room = inFlightMax - inFlight.size
      moreSince = false
      const claimed =
        room > 0 ? await claimDue(pool, busyWith([...inFlight.values()]), room).catch(away) : []
      for (const delivery of claimed ?? []) start(delivery)
      if (claimed && (claimed.length > 0 || moreSince)) continue
      await bell.wait(claimed ? pollMs : awayPollMs)
    }
  }

  function start(delivery: Claimed): void {
    inFlight.set(delivery.id, delivery)
    const work = deliver(delivery).finally(() => {
      working.delete(work)
      moreSince = true
      bell.ring()
    })
    working.add(work)
  }

  function away(error: unknown): null {
    report('webhooks_wait', { error: errorText(error) })
    return null
  }

  async function deliver(delivery: Claimed): Promise<void> {
    try {
      const secrets = await signingSecrets(pool, delivery.owner)
      const at = new Date()
      const began = performance.now()
      const attempt =
        secrets.length === 0
          ? deleted
          : await sender.send({ ...delivery, secrets }, at, stop.signal)
      if (stop.signal.aborted && attempt.type === 'failed') return
      const tookMs = performance.now() - began
      const outcome = outcomeOf(delivery, attempt)
      await recordAttempt(pool, delivery, { attempt, at, tookMs, ...outcome })
      inFlight.delete(delivery.id)
      if (outcome.status !== 'delivered' && attempt !== deleted) {
        await tellFailing(deps, delivery, at)
      }
    } catch (error) {
      // The lease runs out, and it is tried again.
      inFlight.delete(delivery.id)
      report('webhook_attempt_lost', { error: errorText(error) })
    }
  }

  const running = run()
  return {
    async close(): Promise<void> {
      stop.abort()
      bell.ring()
      await running
      await sender.close()
      await Promise.all(working)
      const ids = [...inFlight.keys()]
      if (ids.length > 0) await giveBack(pool, ids).catch(() => {})
    },
  }
}

async function tellFailing(
  { pool, notices }: DeliveryDeps,
  delivery: Claimed,
  at: Date,
): Promise<void> {
  if (!(await takesNothing(pool, delivery, at))) return
  const { owner, accountId, eventId, createdAt } = delivery
  const since = createdAt.toISOString()
  notices.tell('webhook_failing', owner, { account_id: accountId, event_id: eventId, since })
}

/** The lanes and accounts that get no further attempt for now. */
function busyWith(deliveries: readonly Claimed[]) {
  const counts = new Map<string, number>()
  for (const { accountId } of deliveries) counts.set(accountId, (counts.get(accountId) ?? 0) + 1)
  const full = [...counts].filter(([, count]) => count >= perAccountMax)
  return {
    lanes: deliveries.map(({ lane }) => lane),
    accounts: full.map(([account]) => account),
  }
}

/** A pause that ends early when somebody rings. */
function openBell() {
  let ring = () => {}
  return {
    ring: () => ring(),
    wait(ms: number): Promise<void> {
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        ring = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
  }
}

function outcomeOf(
  { attempt: number }: Claimed,
  attempt: Attempt,
): Pick<Made, 'status' | 'pauseMs'> {
  const status = attempt.type === 'answered' ? attempt.status : 0
  if (attempt === deleted) return { status: 'failed', pauseMs: null }
  if (status >= 200 && status < 300) return { status: 'delivered', pauseMs: null }
  const pauseMs = status === gone ? null : pauseAfter(number, Math.random())
  return { status: pauseMs === null ? 'failed' : 'pending', pauseMs }
}
