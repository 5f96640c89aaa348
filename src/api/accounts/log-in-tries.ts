import { sha256 } from '../../ledger/canonical.ts'
import { addressOf, tooMany } from '../admission/addresses.ts'
import type { TokenBuckets } from '../admission/token-buckets.ts'
import type { ApiContext } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { ProblemSignal } from '../http/exchange.ts'
import type { Known } from './known-devices.ts'
import { knownAs } from './known-devices.ts'
import { demandRoom, verifyPassword } from './passwords.ts'
import { tellAccount } from './tell-account.ts'

/** An e-mail in normal form, its account (null: none), and the password that was sent. */
export interface Tried {
  readonly email: string
  readonly account: { readonly id: string; readonly password_hash: string } | null
  readonly password: string
}

export interface Outcome {
  readonly isRight: boolean
  /** What a device that the account knows is counted by. */
  readonly device: string | null
  /** To be called once the caller is let in: these tries were no guesses. */
  readonly giveBack: () => Promise<void>
}

/**
 * Whether the password is right, wherever one is asked for. A try is taken before the password is
 * looked at, so that guesses at the same time cannot overtake the count; who is out of tries is
 * told to wait, and nothing is evaluated.
 */
export async function tryPassword(
  context: ApiContext,
  exchange: Exchange,
  { email, account, password }: Tried,
): Promise<Outcome> {
  const known = await knownAs(context.runtime().pool, exchange, account?.id ?? null)
  const isKnown = known.device !== null || known.address
  demandRoom(isKnown)
  const giveBack = await takeTry(context, exchange, email, known)
  const isRight = await verifyPassword(account?.password_hash ?? null, password, isKnown)
  if (!isRight) recordFailure(context, exchange, account?.id ?? null)
  return { isRight, device: known.device, giveBack }
}

/** A wrong password, or a wrong code of the second factor. */
export function recordFailure(
  context: ApiContext,
  exchange: Exchange,
  accountId: string | null,
): void {
  context.notices.tell('failed_logins', addressOf(exchange))
  if (accountId !== null) tellAccount(context, exchange, { accountId, type: 'log_in_failed' })
}

/**
 * A known device has a bucket of its own. Everybody else counts by account and address together:
 * guesses from one place lock out nobody in another. Guesses from one place at many accounts, and
 * from many places at one, have a limit too, which who is known to the account does not feel.
 */
async function takeTry(
  { limits }: ApiContext,
  exchange: Exchange,
  email: string,
  known: Known,
): Promise<() => Promise<void>> {
  const address = addressOf(exchange)
  const own = known.device ?? sha256(`${address} ${email}`)
  const isKnown = known.device !== null || known.address
  if (!isKnown) await take(limits.logInsByAddress, address)
  await take(limits.logIns, own)
  if (!isKnown) await take(limits.logInsByAccount, sha256(email))
  return async () => {
    await limits.logIns.refill(own)
  }
}

async function take(buckets: TokenBuckets, subject: string): Promise<void> {
  const { allowed, retryAfter } = await buckets.take(subject)
  if (!allowed) throw tooMany('Too many failed log-ins.', retryAfter)
}

interface Demanded {
  readonly accountId: string
  readonly password: string
  /** For who gives a wrong one: that nothing has happened. */
  readonly otherwise: string
}

/** For what a session alone may not do. */
export async function demandPassword(
  context: ApiContext,
  exchange: Exchange,
  { accountId, password, otherwise }: Demanded,
): Promise<{ readonly email: string; readonly device: string | null }> {
  const { rows } = await context
    .runtime()
    .pool.query<{ id: string; email: string; password_hash: string }>(
      'select id, email, password_hash from accounts where id = $1',
      [accountId],
    )
  const [account] = rows
  if (!account) throw new ProblemSignal('unauthenticated', 'The account has been deleted.')
  const tried = { email: account.email, account, password }
  const { isRight, device, giveBack } = await tryPassword(context, exchange, tried)
  if (!isRight) throw new ProblemSignal('wrong_password', `The password is wrong. ${otherwise}`)
  await giveBack()
  return { email: account.email, device }
}
