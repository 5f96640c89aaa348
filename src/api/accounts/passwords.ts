import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { tryAgain } from '../http/exchange.ts'
import { openTurns } from './turns.ts'

/** Argon2id with the parameters that OWASP recommends for servers: 19 MiB, two passes. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * A storm of log-ins must leave a processor to paid calls, and most of Node's four threads to files
 * and compression. So many wait, some seconds at most; the next one is told to come again.
 */
const atOnce = Math.min(3, Math.max(1, availableParallelism() - 1))
const waitingMax = 100
const turns = openTurns(atOnce, waitingMax)

/** To be asked before a try is taken. Throws 503. */
export function demandRoom(isKnown: boolean): void {
  if (!turns.hasRoom(isKnown)) throw tryAgain('Too many passwords are being checked.')
}

export function hashPassword(password: string): Promise<string> {
  demandRoom(false)
  return turns.run(false, () => hash(password.toWellFormed(), options))
}

/**
 * False for a wrong password. Without an account the same work is done on a hash that nothing
 * matches, so that the time of the answer does not tell whether the e-mail is known.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  isKnown: boolean,
): Promise<boolean> {
  standIn ??= hash('no account has this password', options)
  const compared = stored ?? (await standIn)
  const isRight = await turns.run(isKnown, () => verify(compared, password.toWellFormed()))
  return isRight && stored !== null
}

let standIn: Promise<string> | null = null
