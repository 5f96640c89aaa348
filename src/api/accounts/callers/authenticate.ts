import { LRUCache } from 'lru-cache'
import type { Pool } from '../../../db/pool.ts'
import { isDatabaseAway } from '../../../db/pool.ts'
import { atMost } from '../../at-most.ts'
import type { Exchange } from '../../http/exchange.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import type { Caller } from './find-callers.ts'
import { findCallers, isSessionToken } from './find-callers.ts'
import { openLookUps } from './look-ups.ts'
import { openRenewals } from './renewals.ts'

/** A revoked key stops working within a second, also when another process revoked it. */
const rememberedMs = 500
/** While Postgres is away, a caller who was known this long ago may go on. */
const trustedMs = 600_000
/** A Postgres that has not answered for so long counts as away. */
const patienceMs = 5_000
const keysRemembered = 20_000
/** Tokens that were never seen to be good are refused beyond: the door's places are others'. */
const strangersWaiting = 500

/** Turns `Authorization: Bearer …` into a caller. */
export function openAuthentication(poolOf: () => Pool) {
  const callers = openCallers(poolOf)
  return {
    async authenticate(exchange: Exchange, kind: Kind): Promise<Caller> {
      const token = bearerOf(exchange)
      const session = isSessionToken(token)
      if (!session || kind !== 'key') {
        const caller = await callers.callerOf(token)
        if (caller && kind === 'session' && !session) throw noSession()
        if (caller) return caller
      }
      const what = kind === 'key' ? 'API key' : 'API key or session token'
      throw new ProblemSignal('unauthenticated', `The ${what} is not valid, expired or revoked.`)
    },
    /**
     * Whether the key was good lately. A header that is written in another way than ours only costs
     * its caller the way that strangers take.
     */
    hasSeen({ request }: Exchange): boolean {
      const { authorization } = request.headers
      return (
        authorization?.startsWith(bearer) === true &&
        callers.hasSeen(authorization.slice(bearer.length))
      )
    },
    forget: callers.forget,
  }
}

const bearer = 'Bearer '

/** Finds callers by their tokens, and remembers each for half a second. */
function openCallers(poolOf: () => Pool) {
  const remembered = new LRUCache<string, Remembered>(atMost(keysRemembered))
  /** Tokens that were valid lately, whatever was revoked since. */
  const seen = new LRUCache<string, true>(atMost(keysRemembered))
  /** A flood of tokens that nobody has does not stand before those of known callers. */
  const ofKnown = openLookUps(find, { waitingMax: keysRemembered })
  const ofStrangers = openLookUps(find, { waitingMax: strangersWaiting })
  const renewals = openRenewals(find)
  /** Answers to questions from before a revocation here are not remembered after it. */
  let revocations = 0

  /** Tokens that never were good are forgotten at once: a flood of them drives nobody out. */
  function remember(token: string, found: Remembered, asOf: number): void {
    if (found.caller) seen.set(token, true)
    else {
      renewals.end(token)
      if (!seen.delete(token)) return
    }
    if (asOf !== revocations) return
    remembered.set(token, found)
  }

  async function find(tokens: readonly string[]): Promise<ReadonlyMap<string, Caller>> {
    const asked = { at: performance.now(), asOf: revocations }
    const found = await findCallers(poolOf(), tokens)
    for (const token of tokens) {
      remember(token, { caller: found.get(token) ?? null, at: asked.at }, asked.asOf)
    }
    return found
  }

  return {
    async callerOf(token: string): Promise<Caller | null> {
      const known = remembered.get(token)
      const age = known ? performance.now() - known.at : Number.POSITIVE_INFINITY
      const isFresh = known && age < rememberedMs
      const lookUp = seen.has(token) ? ofKnown : ofStrangers
      const caller = isFresh ? known.caller : await orTrust(lookUp(token), known)
      if (caller?.key) renewals.use(token)
      return caller
    },
    hasSeen: (token: string) => seen.has(token),
    /** At once in this process; the others see it when what they remember runs out. */
    forget(): void {
      revocations += 1
      remembered.clear()
    },
  }
}

type Found = Promise<Caller | null>

/** A caller who was known lately goes on as such when Postgres is away, or hangs. */
function orTrust(found: Found, known: Remembered | undefined): Found {
  if (known === undefined || performance.now() - known.at >= trustedMs) return found
  return new Promise((resolve, reject) => {
    const trust = () => resolve(known.caller)
    const patience = setTimeout(trust, patienceMs)
    found
      .then(resolve, (error) => (isDatabaseAway(error) ? trust() : reject(error)))
      .finally(() => clearTimeout(patience))
  })
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
