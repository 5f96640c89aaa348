import { LRUCache } from 'lru-cache'
import type { Pool } from '../../db/pool.ts'
import { isDatabaseAway } from '../../db/pool.ts'
import { randomText } from '../../ids.ts'
import { sha256 } from '../../ledger/canonical.ts'
import type { Exchange } from '../http/exchange.ts'
import { ProblemSignal } from '../http/exchange.ts'
import type { FoundKey } from '../keys/find-keys.ts'
import { findKeys } from '../keys/find-keys.ts'
import type { Rights } from '../keys/rights.ts'
import { allRights } from '../keys/rights.ts'
import { isWellFormedKey } from '../keys/secrets.ts'
import { openFirstLookUps } from './first-look-ups.ts'

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
/** A revoked key stops working within a second, also when another process revoked it. */
const rememberedMs = 500
/** Keys in use are asked for again before that, all in one query, so that no call waits for it. */
const renew = { afterMs: 150, gatherMs: 150, keysMax: 500 }
/** While Postgres is away, a caller who was known this long ago may go on. */
const trustedMs = 600_000
const keysRemembered = 20_000

export function newSessionToken(): string {
  return `${sessionPrefix}${randomText(secretLength)}`
}

/** Turns `Authorization: Bearer …` into a caller. */
export function openAuthentication(poolOf: () => Pool) {
  const callers = openCallers(poolOf)
  return {
    async authenticate(exchange: Exchange, kind: Kind): Promise<Caller> {
      const token = bearerOf(exchange)
      const session = token.startsWith(sessionPrefix)
      if (!session || kind !== 'key') {
        const caller = await callers.callerOf(token)
        if (caller && kind === 'session' && !session) throw noSession()
        if (caller) return caller
      }
      const what = kind === 'key' ? 'API key' : 'API key or session token'
      throw new ProblemSignal('unauthenticated', `The ${what} is not valid, expired or revoked.`)
    },
    forget: callers.forget,
  }
}

/** Finds callers by their tokens, and remembers each for half a second. */
function openCallers(poolOf: () => Pool) {
  const remembered = new LRUCache<string, Remembered>({ max: keysRemembered })
  /** Tokens that were valid lately, whatever was revoked since. */
  const seen = new LRUCache<string, true>({ max: keysRemembered })
  const firstLookUp = openFirstLookUps<Caller | null>()
  const renewing = new Set<string>()
  /** Answers to questions from before a revocation here are not remembered after it. */
  let revocations = 0

  function remember(token: string, found: Remembered, asOf: number): void {
    if (found.caller) seen.set(token, true)
    else seen.delete(token)
    if (asOf !== revocations) return
    remembered.set(token, found)
  }

  async function find(token: string): Promise<Caller | null> {
    const asked = { at: performance.now(), asOf: revocations }
    const digest = sha256(token)
    const pool = poolOf()
    if (!token.startsWith(sessionPrefix) && !isWellFormedKey(token)) return null
    const caller = token.startsWith(sessionPrefix)
      ? await findSession(pool, digest)
      : callerBy((await findKeys(pool, [digest])).get(digest))
    remember(token, { caller, at: asked.at }, asked.asOf)
    return caller
  }

  function renewSoon(token: string): void {
    if (renewing.size >= renew.keysMax || token.startsWith(sessionPrefix)) return
    renewing.add(token)
    // A key that could not be renewed is asked for by the call that finds it old.
    if (renewing.size === 1) setTimeout(() => renewAll().catch(() => {}), renew.gatherMs)
  }

  async function renewAll(): Promise<void> {
    const asked = { at: performance.now(), asOf: revocations }
    const digests = new Map([...renewing].map((token) => [token, sha256(token)]))
    renewing.clear()
    const found = await findKeys(poolOf(), [...digests.values()])
    for (const [token, digest] of digests) {
      remember(token, { caller: callerBy(found.get(digest)), at: asked.at }, asked.asOf)
    }
  }

  async function findOrTrust(token: string, known: Remembered | undefined): Promise<Caller | null> {
    try {
      return await find(token)
    } catch (error) {
      const trusted = known !== undefined && performance.now() - known.at < trustedMs
      if (trusted && isDatabaseAway(error)) return known.caller
      throw error
    }
  }

  return {
    async callerOf(token: string): Promise<Caller | null> {
      const known = remembered.get(token)
      const age = known ? performance.now() - known.at : Number.POSITIVE_INFINITY
      if (known?.caller && age > renew.afterMs && age < rememberedMs) renewSoon(token)
      if (known && age < rememberedMs) return known.caller
      if (seen.has(token)) return findOrTrust(token, known)
      return firstLookUp(token, () => findOrTrust(token, known))
    },
    /** At once in this process; the others see it when what they remember runs out. */
    forget(): void {
      revocations += 1
      remembered.clear()
    },
  }
}

type Kind = 'key' | 'account' | 'session'

function noSession(): ProblemSignal {
  const detail = 'An API key may not do this. Send a token of POST /auth/login instead.'
  return new ProblemSignal('session_needed', detail)
}

interface Remembered {
  readonly caller: Caller | null
  readonly at: number
}

export type Authentication = ReturnType<typeof openAuthentication>

function bearerOf(exchange: Exchange): string {
  const match = /^Bearer +([A-Za-z0-9_~+/.=-]{1,200}) *$/i.exec(
    exchange.header('authorization') ?? '',
  )
  if (match?.[1]) return match[1]
  throw new ProblemSignal('unauthenticated', 'Send your key as "Authorization: Bearer <key>".')
}

function callerBy(key: FoundKey | undefined): Caller | null {
  if (!key) return null
  const { accountId, keyId, rights } = key
  return { accountId, keyId, rights, key }
}

async function findSession(pool: Pool, digest: string): Promise<Caller | null> {
  const { rows } = await pool.query<{ account_id: string; id: string; unnoted: boolean }>({
    name: 'find-session',
    text: `select account_id, id, last_used_at is null
        or last_used_at < date_trunc('hour', now(), 'UTC') as unnoted
      from sessions where token_sha256 = $1 and expires_at > now()`,
    values: [digest],
  })
  const [session] = rows
  if (!session) return null
  if (session.unnoted) noteUse(pool, digest).catch(() => {}) // The next one notes it.
  return {
    accountId: session.account_id,
    keyId: null,
    sessionId: session.id,
    rights: allRights,
    key: null,
  }
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
