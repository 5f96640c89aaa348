import type { Registry } from 'prom-client'
import { Gauge } from 'prom-client'
import type { Pool } from '../db/pool.ts'
import type { Lag } from '../log/event-log.ts'

/** The state of this process when it is asked. */
export interface Health {
  readonly ready: boolean
  /** `ok`, or what is wrong. */
  readonly components: Readonly<Record<string, string>>
  /** The lags by stage, of the partitions that this process owns. */
  readonly lags: ReadonlyMap<string, readonly Lag[]>
  readonly pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'> | null
  readonly repliesAwaited: number
  /** Live look-ups under way and in the queue; null where they are off. */
  readonly live: { readonly running: number; readonly waiting: number } | null
}

/** Figures that are looked at when they are asked for, and counted nowhere. */
export function openGauges(registers: Registry[]) {
  const gauge = <T extends string>(name: string, help: string, labelNames: readonly T[]) =>
    new Gauge({ name, help, labelNames, registers })
  const ready = gauge('enrich_ready', 'Whether calls can be answered, as /readyz says.', [])
  const partUp = gauge('enrich_part_up', 'Whether a part works that this process stands on.', [
    'part',
  ])
  const lag = gauge(
    'enrich_lag_records',
    'Records appended and not yet done, by stage, topic and partition.',
    ['stage', 'topic', 'partition'],
  )
  const pool = gauge('enrich_db_pool_connections', 'Connections to Postgres of the pool.', [
    'state',
  ])
  const poolWaiting = gauge('enrich_db_pool_waiting', 'Who waits for one of them.', [])
  const awaited = gauge('enrich_replies_awaited', 'Calls that wait for their reply.', [])

  const live = gauge('enrich_live_look_ups', 'Live look-ups of this process now.', ['state'])

  return (health: Health): void => {
    ready.set(health.ready ? 1 : 0)
    partUp.reset()
    for (const [part, state] of Object.entries(health.components)) {
      partUp.set({ part }, state === 'ok' ? 1 : 0)
    }
    lag.reset()
    for (const [stage, some] of health.lags) {
      for (const { topic, partition, records } of some) {
        lag.set({ stage, topic, partition }, records)
      }
    }
    const { totalCount = 0, idleCount = 0, waitingCount = 0 } = health.pool ?? {}
    pool.set({ state: 'busy' }, totalCount - idleCount)
    pool.set({ state: 'idle' }, idleCount)
    poolWaiting.set(waitingCount)
    awaited.set(health.repliesAwaited)
    live.set({ state: 'running' }, health.live?.running ?? 0)
    live.set({ state: 'waiting' }, health.live?.waiting ?? 0)
  }
}
