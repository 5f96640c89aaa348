import { sha256 } from '../../ledger/canonical.ts'
import { addressOf, tooMany } from '../admission/addresses.ts'
import type { ApiContext } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { verifyPassword } from './passwords.ts'

/** An e-mail in normal form, what its account has stored (null: none), and what was sent. */
interface Credentials {
  readonly email: string
  readonly stored: string | null
  readonly password: string
}

/**
 * Whether the password is right. Only failures count, for the e-mail and for the address; who is
 * out of tries waits, wherever a password is asked for.
 */
export async function tryPassword(
  { limits }: ApiContext,
  exchange: Exchange,
  { email, stored, password }: Credentials,
): Promise<boolean> {
  const subject = sha256(email)
  if (await verifyPassword(stored, password.toWellFormed())) {
    limits.loginsByAccount.refill(subject)
    return true
  }
  limits.loginsByAccount.take(subject)
  limits.loginsByAddress.take(addressOf(exchange))
  return false
}

/** To be asked before anything is looked up. */
export function throttle({ limits }: ApiContext, exchange: Exchange, email: string): void {
  const byAccount = limits.loginsByAccount.peek(sha256(email))
  const byAddress = limits.loginsByAddress.peek(addressOf(exchange))
  if (byAccount.allowed && byAddress.allowed) return
  const wait = Math.max(byAccount.retryAfter, byAddress.retryAfter)
  throw tooMany('Too many failed log-ins.', wait)
}
