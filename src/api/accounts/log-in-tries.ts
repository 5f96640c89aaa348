import { sha256 } from '../../ledger/canonical.ts'
import { addressOf, tooMany } from '../admission/addresses.ts'
import type { Limit } from '../admission/rates/limit.ts'
import type { ApiContext } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { ProblemSignal } from '../http/exchange.ts'
import { hasDeviceCookie, knownAs } from './known-devices.ts'
import { demandRoom, verifyPassword } from './passwords.ts'
import { tellAccount } from './tell-account.ts'

interface Holder {
  readonly id: string
  readonly password_hash: string
}

/** An e-mail in normal form, where its account is found (null: none), and what was sent. */
interface Tried<Account extends Holder> {
  readonly email: string
  readonly find: () => Promise<Account | null>
  readonly password: string
}

interface Outcome<Account extends Holder> {
  /** Null where the password is wrong, or there is no account. */
  readonly account: Account | null
  /** The name under which a device that the account knows is counted. */
  readonly device: string | null
  /** To be called once the caller is let in: these tries were no guesses. */
  readonly giveBack: () => Promise<void>
}

/**
 * The account, if the password is right, wherever one is asked for. A try is taken before the
 * password is looked at, so that guesses at the same time cannot overtake the count; who is out of
 * tries is told to wait, and nothing is evaluated. Without a cookie not even Postgres is asked.
 */
export async function tryPassword<Account extends Holder>(
  context: ApiContext,
  exchange: Exchange,
  { email, find, password }: Tried<Account>,
): Promise<Outcome<Account>> {
  const { limits, runtime } = context
  const place = sha256(`${addressOf(exchange)} ${email}`)
  const isEarly = !hasDeviceCookie(exchange)
  if (isEarly) await take(limits.logIns, place)
  const account = await find()
  const known = await knownAs(runtime().pool, exchange, account?.id ?? null)
  const own = known.device ?? place
  const isKnown = known.device !== null || known.address
  demandRoom(isKnown)
  if (!isEarly) await take(limits.logIns, own)
  if (!isKnown) await takeAsStranger(context, exchange, email)
  const isRight = await verifyPassword(account?.password_hash ?? null, password, isKnown)
  if (!isRight) recordFailure(context, exchange, account?.id ?? null)
  const giveBack = async () => {
    await limits.logIns.refill(own)
  }
  return { account: isRight ? account : null, device: known.device, giveBack }
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
async function takeAsStranger(
  { limits }: ApiContext,
  exchange: Exchange,
  email: string,
): Promise<void> {
  await take(limits.logInsByAddress, addressOf(exchange))
  await take(limits.logInsByAccount, sha256(email))
}

async function take(limit: Limit, subject: string): Promise<void> {
  const { allowed, retryAfter } = await limit.take(subject)
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
  const tried = { email: account.email, find: async () => account, password }
  const { account: right, device, giveBack } = await tryPassword(context, exchange, tried)
  if (!right) throw new ProblemSignal('wrong_password', `The password is wrong. ${otherwise}`)
  await giveBack()
  return { email: account.email, device }
}
