import type { Pool } from '../../../db/pool.ts'
import { column } from '../../../db/pool.ts'
import { randomText } from '../../../ids.ts'
import { sha256 } from '../../../ledger/canonical.ts'
import type { FoundKey } from '../../keys/find-keys.ts'
import { findKeys } from '../../keys/find-keys.ts'
import type { Rights } from '../../keys/rights.ts'
import { allRights } from '../../keys/rights.ts'
import { isWellFormedKey } from '../../keys/secrets.ts'

/** A caller is an account, by one of its keys or by a session. */
export interface Caller {
  readonly accountId: string
  readonly keyId: string | null
  /** Only in a session: the one that it is. */
  readonly sessionId?: string
  readonly rights: Rights
  /** Null in a session. */
  readonly key: FoundKey | null
}

const sessionPrefix = 'ses_'
const secretLength = 32

export function newSessionToken(): string {
  return `${sessionPrefix}${randomText(secretLength)}`
}

export function isSessionToken(token: string): boolean {
  return token.startsWith(sessionPrefix)
}

/** The callers among them, keys and sessions, in a question for each kind. */
export async function findCallers(
  pool: Pool,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, Caller>> {
  const kinds = { keys: new Map<string, string>(), sessions: new Map<string, string>() }
  for (const token of tokens) {
    if (isSessionToken(token)) kinds.sessions.set(sha256(token), token)
    else if (isWellFormedKey(token)) kinds.keys.set(sha256(token), token)
  }
  const [keys, sessions] = await Promise.all([
    kinds.keys.size > 0 ? findKeys(pool, [...kinds.keys.keys()]) : noKeys,
    kinds.sessions.size > 0 ? findSessions(pool, [...kinds.sessions.keys()]) : noSessions,
  ])
  const callers = new Map<string, Caller>()
  for (const [digest, token] of kinds.keys) {
    const caller = callerBy(keys.get(digest))
    if (caller) callers.set(token, caller)
  }
  for (const [digest, token] of kinds.sessions) {
    const caller = sessions.get(digest)
    if (caller) callers.set(token, caller)
  }
  return callers
}

const noKeys: ReadonlyMap<string, FoundKey> = new Map()
const noSessions: ReadonlyMap<string, Caller> = new Map()

interface SessionRow {
  readonly digest: string
  readonly account_id: string
  readonly id: string
  readonly unnoted: boolean
}

async function findSessions(
  pool: Pool,
  digests: readonly string[],
): Promise<ReadonlyMap<string, Caller>> {
  const { rows } = await pool.query<SessionRow>({
    name: 'find-sessions',
    text: `select token_sha256 as digest, account_id, id, last_used_at is null
        or last_used_at < date_trunc('hour', now(), 'UTC') as unnoted
      from sessions
      where token_sha256 in (select string_to_table($1, e'\\n')) and expires_at > now()`,
    values: [column(digests)],
  })
  for (const { digest, unnoted } of rows) {
    if (unnoted) noteUse(pool, digest).catch(() => {}) // The next one notes it.
  }
  return new Map(rows.map((row) => [row.digest, inSession(row)]))
}

function inSession({ account_id: accountId, id: sessionId }: SessionRow): Caller {
  return { accountId, keyId: null, sessionId, rights: allRights, key: null }
}

/** To the hour, so that a session costs one write an hour. */
async function noteUse(pool: Pool, digest: string): Promise<void> {
  await pool.query({
    name: 'note-use-of-session',
    text: `update sessions set last_used_at = date_trunc('hour', now(), 'UTC')
      where token_sha256 = $1`,
    values: [digest],
  })
}

function callerBy(key: FoundKey | undefined): Caller | null {
  if (!key) return null
  const { accountId, keyId, rights } = key
  return { accountId, keyId, rights, key }
}
