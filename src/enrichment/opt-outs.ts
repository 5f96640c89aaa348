import { parseDomain } from '../catalog/domain-name.ts'
import type { Queryable } from '../db/pool.ts'
import { type Address, parseAddress } from './address.ts'

/**
 * Requests not to be looked up. A request proves nothing by itself, so an operator decides;
 * `/enrich/person` heeds the confirmed ones.
 */
type OptOutStatus = 'requested' | 'confirmed' | 'rejected'

export interface OptOut {
  readonly id: string
  /** An address in canonical form, or a domain, which stands for every address at it. */
  readonly subject: string
  readonly reason: string | null
  readonly status: OptOutStatus
  readonly requestedAt: Date
}

/** Null for what is no address at a public domain. */
export function subjectOfEmail(email: string): string | null {
  const address = parseAddress(email.toWellFormed())
  return address === null || /\p{Cc}/u.test(address.local) ? null : subjectOf(address)
}

export function subjectOfDomain(domain: string): string | null {
  return parseDomain(domain)
}

function subjectOf({ local, domain }: Address): string {
  return `${local}@${domain}`
}

/** A second request for what already waits is the first one; a reason may still be added. */
export async function requestOptOut(
  db: Queryable,
  request: { readonly id: string; readonly subject: string; readonly reason: string | null },
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into opt_outs (id, subject, reason) values ($1, $2, $3)
      on conflict (subject) where status = 'requested'
      do update set reason = coalesce(opt_outs.reason, excluded.reason) returning id`,
    [request.id, request.subject, request.reason],
  )
  return rows[0]?.id ?? request.id
}

/** The waiting ones, or all, the oldest first. */
export async function listOptOuts(
  db: Queryable,
  what: { readonly decidedToo: boolean; readonly limit: number },
): Promise<readonly OptOut[]> {
  const { rows } = await db.query<OptOut>(
    `select id, subject, reason, status, requested_at as "requestedAt" from opt_outs
      where $1 or status = 'requested' order by requested_at, id limit $2`,
    [what.decidedToo, what.limit],
  )
  return rows
}

/**
 * A decision may be taken back by the other one. Null when there is no such request. Answers that
 * the subject's website gave go with its consent.
 */
export async function decideOptOut(
  db: Queryable,
  id: string,
  status: 'confirmed' | 'rejected',
): Promise<string | null> {
  const { rows } = await db.query<{ subject: string }>(
    `with decided as (
        update opt_outs set status = $2, decided_at = now() where id = $1 returning subject, status),
      gone as (delete from live_answers
        where subject in (select subject from decided where status = 'confirmed'))
      select subject from decided`,
    [id, status],
  )
  return rows[0]?.subject ?? null
}

export async function anybodyOptedOut(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ some: boolean }>(
    `select exists (select from opt_outs where status = 'confirmed') as some`,
  )
  return rows[0]?.some === true
}

/** The subjects under which an address may have been hidden. */
export function subjectsOfAddress(address: Address): readonly string[] {
  return [subjectOf(address), address.domain]
}

/** Those of the subjects that are hidden. */
export async function findOptedOut(
  db: Queryable,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, true>> {
  const { rows } = await db.query<{ subject: string }>({
    name: 'find-opted-out',
    text: `select subject from opt_outs where status = 'confirmed' and subject = any($1::text[])`,
    values: [subjects.map((subject) => subject.replaceAll('\0', ''))],
  })
  return new Map(rows.map(({ subject }) => [subject, true]))
}
