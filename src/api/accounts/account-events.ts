import type { Pool } from '../../db/pool.ts'
import { newId } from '../../ids.ts'

/**
 * An account's own security log: `GET /account/events`. Types with `folded` are those that others,
 * or a program gone wrong, can cause without end: an hour's worth of each is one row that counts.
 */
const types = {
  logged_in: { folded: false },
  log_in_failed: { folded: true },
  sessions_ended: { folded: false },
  password_changed: { folded: false },
  password_reset_asked: { folded: true },
  password_reset: { folded: false },
  email_verified: { folded: false },
  email_change_asked: { folded: true },
  email_changed: { folded: false },
  second_factor_on: { folded: false },
  second_factor_off: { folded: false },
  recovery_code_used: { folded: false },
  auto_top_up_on: { folded: false },
  auto_top_up_off: { folded: false },
  auto_top_up_stopped: { folded: false },
  key_created: { folded: false },
  key_rolled: { folded: false },
  key_revoked: { folded: false },
  refused_scope: { folded: true },
  refused_address: { folded: true },
  refused_cap: { folded: true },
} as const

export type AccountEventType = keyof typeof types

export const accountEventTypes = Object.keys(types)

export interface AccountEvent {
  readonly accountId: string
  readonly type: AccountEventType
  /** RFC 3339. */
  readonly at: string
  /** The address and key that the request came from. */
  readonly address: string | null
  readonly keyId?: string | null
  /** A few words, such as the scope that was needed. Never a secret. */
  readonly detail?: string | null
}

/** More of one type within a day are folded, too: an account has at most 44 rows a type and day. */
const ownRowsPerDay = 20
/** Folded events wait so long for more of their kind, and so many kinds at once. */
const gatherMs = 1_000
const gatheredMax = 10_000
const textLength = 200

/**
 * Never fails: who is refused or let in does not hang on its being written. A folded event is
 * written within a second, and nobody waits; that second is lost where a process is killed.
 */
export async function recordAccountEvent(pool: Pool, event: AccountEvent): Promise<void> {
  if (types[event.type].folded) gather(pool, event)
  else await write(pool, [{ event, count: 1 }]).catch(() => {})
}

interface Counted {
  readonly event: AccountEvent
  count: number
}

const gathered = new WeakMap<Pool, Map<string, Counted>>()

function gather(pool: Pool, event: AccountEvent): void {
  const waiting = gathered.get(pool) ?? new Map<string, Counted>()
  if (waiting.size === 0) {
    gathered.set(pool, waiting)
    setTimeout(() => flush(pool), gatherMs).unref()
  }
  const kind = `${event.accountId} ${event.type} ${event.at.slice(0, 13)}`
  const before = waiting.get(kind)
  if (before || waiting.size < gatheredMax) {
    waiting.set(kind, { event, count: (before?.count ?? 0) + 1 })
  }
}

function flush(pool: Pool): void {
  const counted = [...(gathered.get(pool)?.values() ?? [])]
  gathered.delete(pool)
  write(pool, counted).catch(() => {})
}

/** The row of a folded type shows the last address, key and words, and the first and last time. */
async function write(pool: Pool, counted: readonly Counted[]): Promise<void> {
  const events = counted.map(({ event }) => event)
  await pool.query({
    name: 'record-account-events',
    text: `insert into account_events as old
        (id, account_id, type, hour, slot, at, last_at, count, address, key_id, detail)
      select id, account_id, type, date_trunc('hour', at, 'UTC'),
        case when folded or $10 <= (select count(*) from account_events e
            where e.account_id = given.account_id and e.type = given.type
              and e.at > given.at - interval '1 day')
          then '' else id end,
        at, at, count, address, key_id, detail
      from unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::timestamptz[], $6::int[],
        $7::text[], $8::text[], $9::text[])
        as given (id, account_id, type, folded, at, count, address, key_id, detail)
      on conflict (account_id, type, hour, slot) do update set
        count = old.count + excluded.count, last_at = greatest(old.last_at, excluded.last_at),
        address = excluded.address, key_id = excluded.key_id, detail = excluded.detail`,
    values: [
      events.map(() => newId('event')),
      events.map(({ accountId }) => accountId),
      events.map(({ type }) => type),
      events.map(({ type }) => types[type].folded),
      events.map(({ at }) => at),
      counted.map(({ count }) => count),
      events.map(({ address }) => clean(address)),
      events.map(({ keyId }) => clean(keyId)),
      events.map(({ detail }) => clean(detail)),
      ownRowsPerDay,
    ],
  })
}

function clean(text: string | null | undefined): string | null {
  return text?.replaceAll('\0', '').slice(0, textLength).toWellFormed() ?? null
}
