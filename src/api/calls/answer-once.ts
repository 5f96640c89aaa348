import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../../db/pool.ts'
import { canonical, sha256 } from '../../ledger/canonical.ts'
import type { Exchange, HeldAnswer } from '../http/exchange.ts'
import { ProblemSignal, tryAgain } from '../http/exchange.ts'
import type { Sealing } from './seal-answer.ts'
import { fingerprintUnder, openAnswer, sealAnswer, sealingOf } from './seal-answer.ts'

/** A claim without an answer is its process's end: by then no handler is still at work. */
const claimLimitSeconds = 60
const pollMs = 50
/** Kept for two days; more of them are refused, so that no account fills the disk with them. */
const answersMax = 10_000

export interface OnceDeps {
  readonly pool: Pool
  /** How long a retry waits for the first request, which may still be at work. */
  readonly patienceMs: number
}

/** A request under an Idempotency-Key, and the secret that its retries must share. */
export interface Keyed {
  readonly accountId: string
  readonly key: string
  readonly body: unknown
  readonly secret: string
}

/**
 * The retry safety of every POST that is neither a paid call nor an upload: those are commands on
 * the log, which are settled once. The first request under a key claims it, acts, and its answer
 * is stored before it is sent; later ones are given that answer. A refusal frees the key again. A
 * process that dies between acting and storing leaves a claim that runs out, so a retry after that
 * acts again: such an act must bear it.
 */
export async function answerOnce(
  deps: OnceDeps,
  exchange: Exchange,
  keyed: Keyed,
  act: () => Promise<void> | void,
): Promise<void> {
  const { request } = exchange
  const sealing = sealingOf(keyed.accountId, keyed.key, keyed.secret)
  const asked = `${request.method} ${request.url}\n${canonical(keyed.body)}`
  const claim: Claim = {
    id: sha256(`${keyed.accountId}\n${keyed.key}`),
    accountId: keyed.accountId,
    fingerprint: fingerprintUnder(sealing, asked),
  }
  await requireRoom(deps.pool, claim.accountId)
  const deadline = performance.now() + deps.patienceMs
  for (;;) {
    if (await takeClaim(deps.pool, claim))
      return answerFirst(deps.pool, exchange, claim, sealing, act)
    const stored = await findStored(deps.pool, claim)
    if (stored?.fingerprint !== undefined && stored.fingerprint !== claim.fingerprint) {
      throw otherRequest()
    }
    if (stored?.sealed) return replay(exchange, openAnswer(sealing, stored.sealed))
    if (performance.now() > deadline) throw tryAgain('The first request under this key goes on.')
    await sleep(pollMs)
  }
}

interface Claim {
  readonly id: string
  readonly accountId: string
  readonly fingerprint: string
}

async function answerFirst(
  pool: Pool,
  exchange: Exchange,
  claim: Claim,
  sealing: Sealing,
  act: () => Promise<void> | void,
): Promise<void> {
  exchange.hold()
  let answer: HeldAnswer | null = null
  try {
    await act()
  } finally {
    answer = exchange.release()
    const isKept = answer !== null && answer.status < 400
    // The act is done whatever becomes of its record: the caller is told in any case.
    if (isKept && answer)
      await storeAnswer(pool, claim, sealAnswer(sealing, answer)).catch(() => {})
    else await freeClaim(pool, claim).catch(() => {})
  }
  if (answer) exchange.send(answer)
}

function replay(exchange: Exchange, answer: HeldAnswer): void {
  exchange.set({ 'Idempotent-Replayed': 'true' })
  exchange.send(answer)
}

async function requireRoom(pool: Pool, accountId: string): Promise<void> {
  const { rows } = await pool.query<{ count: string }>(
    `select count(*) from
      (select from kept_answers where account_id = $1 limit ${answersMax}) as kept`,
    [accountId],
  )
  if (Number(rows[0]?.count) < answersMax) return
  const detail =
    `${answersMax.toLocaleString('en')} answers are kept for this account by their ` +
    'Idempotency-Keys. Send the request without one, or wait a day.'
  throw new ProblemSignal('too_many_requests', { detail, headers: { 'Retry-After': '86400' } })
}

async function takeClaim(pool: Pool, { id, accountId, fingerprint }: Claim): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into kept_answers (id, account_id, fingerprint, claimed_at)
      values ($1, $2, $3, now())
      on conflict (id) do update set fingerprint = excluded.fingerprint, claimed_at = now()
        where kept_answers.sealed is null
          and kept_answers.claimed_at < now() - ${claimLimitSeconds} * interval '1 second'`,
    [id, accountId, fingerprint],
  )
  return rowCount === 1
}

interface Stored {
  readonly fingerprint: string
  readonly sealed: Buffer | null
}

async function findStored(pool: Pool, { id }: Claim): Promise<Stored | null> {
  const { rows } = await pool.query<Stored>(
    'select fingerprint, sealed from kept_answers where id = $1',
    [id],
  )
  return rows[0] ?? null
}

async function storeAnswer(pool: Pool, { id }: Claim, sealed: Buffer): Promise<void> {
  await pool.query('update kept_answers set sealed = $2 where id = $1', [id, sealed])
}

async function freeClaim(pool: Pool, { id }: Claim): Promise<void> {
  await pool.query('delete from kept_answers where id = $1 and sealed is null', [id])
}

export function otherRequest(): ProblemSignal {
  const detail =
    'This Idempotency-Key was used with another request, or by another credential. ' +
    'Use a new key for a new request.'
  return new ProblemSignal('idempotency_key_reused', detail)
}
